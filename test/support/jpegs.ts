import { tags, tiff, withTiff } from './exif.ts'
import { red, green, blue, white, paint, type Colour, type Picture } from './pixels.ts'

/** How a camera stored what it saw, by EXIF orientation: where each pixel of the view lies. */
const stored: Record<number, (x: number, y: number) => readonly [number, number]> = {
  1: (x, y) => [x, y],
  2: (x, y) => [1 - x, y],
  3: (x, y) => [1 - x, 1 - y],
  4: (x, y) => [x, 1 - y],
  5: (x, y) => [y, x],
  6: (x, y) => [1 - y, x],
  7: (x, y) => [1 - y, 1 - x],
  8: (x, y) => [y, 1 - x],
}

/** The colours of the view: red, green / blue, white. */
const view = (x: number, y: number): Colour => {
  if (y < 0.5) return x < 0.5 ? red : green
  return x < 0.5 ? blue : white
}

/** A photo that shows red, green / blue, white and is 120 × 80 when held as its EXIF says. */
export const orientedJpeg = (orientation: number) =>
  storedAs(orientation, { width: 120, height: 80, colourAt: (x, y) => view(x / 120, y / 80) })

/** A picture as a camera would store it that was held in this way. */
export async function storedAs(
  orientation: number,
  picture: Picture,
): Promise<Buffer<ArrayBuffer>> {
  const [width, height] =
    orientation >= 5 ? [picture.height, picture.width] : [picture.width, picture.height]
  const place = stored[orientation] ?? ((x: number, y: number) => [x, y] as const)
  const png = paint(width, height, (column, row) => {
    const [x, y] = place((column + 0.5) / width, (row + 0.5) / height)
    return picture.colourAt(Math.floor(x * picture.width), Math.floor(y * picture.height))
  })
  return withExif(await new Bun.Image(png).jpeg({ quality: 95 }).bytes(), orientation)
}

/** Puts an EXIF segment into a JPEG: an orientation, and a GPS block that can be searched for. */
export const withExif = (jpeg: Uint8Array, orientation: number) =>
  withTiff(
    jpeg,
    // The GPS block has the place as text, in place of what a camera writes.
    tiff({
      [tags.orientation]: { short: orientation },
      0x8825: { directory: { 1: secretPlace } },
    }),
  )

export const secretPlace = '47.3769N 8.5417E'

/** The markers of a JPEG's segments up to its first scan. */
export function markersOf(jpeg: Uint8Array): number[] {
  const bytes = Buffer.from(jpeg)
  const markers: number[] = []
  for (let at = 2; at + 4 <= bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
    markers.push(bytes[at + 1] ?? 0)
    if (markers.at(-1) === 0xda) break
  }
  return markers
}

/** The sampling of each component of a baseline JPEG, as in `22 11 11` for 4:2:0 (ITU-T T.81, B.2.2). */
export function jpegSampling(jpeg: Uint8Array): string {
  const bytes = Buffer.from(jpeg)
  let at = 2
  while (bytes[at + 1] !== 0xc0) at += 2 + bytes.readUInt16BE(at + 2)
  const components = Array.from({ length: bytes.readUInt8(at + 9) }, (_, index) =>
    bytes.readUInt8(at + 11 + 3 * index).toString(16),
  )
  return components.join(' ')
}
