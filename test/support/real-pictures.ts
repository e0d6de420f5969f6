import { noise, quadrants } from './pixels.ts'

/** The smallest animation that decoders take: two frames of one pixel, with a comment between. */
function animation(): Buffer {
  const frame = 'f90400000000002c000000000100010000020144 00'.replace(' ', '')
  const screen = '47494638396101000100800000000000ffffff'
  return Buffer.from(`${screen}21${frame}21fe024869 00${'21'}${frame}3b`.replaceAll(' ', ''), 'hex')
}

/** Whole pictures of every kind, by file name, small enough to be damaged in every way there is. */
export async function realPictures(): Promise<Record<string, Buffer>> {
  const picture = noise(24, 16)
  const encoded = {
    'baseline.jpg': new Bun.Image(picture).jpeg({ quality: 80 }),
    'progressive.jpg': new Bun.Image(picture).jpeg({ quality: 80, progressive: true }),
    'lossy.webp': new Bun.Image(picture).webp({ quality: 80 }),
    'lossless.webp': new Bun.Image(picture).webp({ lossless: true }),
    'plain.jpeg': new Bun.Image(quadrants(8, 8)).jpeg(),
  }
  const pictures: Record<string, Buffer> = { 'noise.png': picture, 'animation.gif': animation() }
  for (const [name, image] of Object.entries(encoded)) {
    pictures[name] = Buffer.from(await image.bytes())
  }
  return pictures
}
