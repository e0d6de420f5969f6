/** A picture in memory: red, green, blue and alpha, a byte each, row by row, alpha not multiplied. */
export interface Pixels {
  width: number
  height: number
  data: Uint8Array<ArrayBuffer>
}

/** Makes a picture of nothing but transparent black. */
export const emptyPixels = (width: number, height: number): Pixels => ({
  width,
  height,
  data: new Uint8Array(4 * width * height),
})

/** Red, green and blue, 0 to 255 each. */
export type Colour = readonly [red: number, green: number, blue: number]

/** Makes a picture of one colour. */
export function fillPixels(width: number, height: number, colour: Colour): Pixels {
  const pixels = emptyPixels(width, height)
  const row = pixels.data.subarray(0, 4 * width)
  for (let at = 0; at < row.length; at += 4) row.set([...colour, 255], at)
  for (let y = 1; y < height; y += 1) pixels.data.copyWithin(4 * width * y, 0, 4 * width)
  return pixels
}
