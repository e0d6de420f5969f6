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
