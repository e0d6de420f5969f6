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
export function withExif(jpeg: Uint8Array, orientation: number): Buffer<ArrayBuffer> {
  const tiff = Buffer.alloc(80)
  tiff.write('MM\0*', 'latin1')
  tiff.writeUInt32BE(8, 4)
  tiff.writeUInt16BE(2, 8)
  writeEntry(tiff, 10, { tag: 274, type: 3, value: orientation * 0x1_00_00 })
  writeEntry(tiff, 22, { tag: 0x8825, type: 4, value: 38 })
  // The GPS block: the place as text, in place of what a camera writes.
  tiff.writeUInt16BE(0, 38)
  tiff.write(secretPlace, 44, 'latin1')
  const content = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff])
  const head = Buffer.of(0xff, 0xe1, 0, content.length + 2)
  const rest = Buffer.from(jpeg.subarray(2))
  return Buffer.concat([jpeg.subarray(0, 2), head, content, rest])
}

export const secretPlace = '47.3769N 8.5417E'

function writeEntry(
  tiff: Buffer,
  at: number,
  { tag, type, value }: { tag: number; type: number; value: number },
): void {
  tiff.writeUInt16BE(tag, at)
  tiff.writeUInt16BE(type, at + 2)
  tiff.writeUInt32BE(1, at + 4)
  tiff.writeUInt32BE(value, at + 8)
}

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
