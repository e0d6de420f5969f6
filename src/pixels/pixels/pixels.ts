import { isSame, type Size } from '../../formats/format.ts'
import type { Interruption } from '../../lib/waiting/waiter.ts'
import { Pacer } from '../../lib/waiting/pacer.ts'

/** A picture in memory: red, green, blue and alpha, a byte each, row by row, alpha not multiplied. */
export interface Pixels extends Size {
  data: Uint8Array<ArrayBuffer>
}

/** Red, green and blue, 0 to 255 each. */
export type Colour = readonly [red: number, green: number, blue: number]

const bytesPerPixel = 4

/** Reads a colour in six hexadecimal digits. */
export function parseColour(digits: string): Colour {
  const value = Number.parseInt(digits, 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

/** Makes a picture of nothing but transparent black. */
export const emptyPixels = (width: number, height: number): Pixels => ({
  width,
  height,
  data: new Uint8Array(bytesPerPixel * width * height),
})

/**
 * Works on a picture row by row, and gives way to other requests every some milliseconds.
 * @throws the signal's reason once it aborts.
 */
export async function forEachRow(
  { height }: Pick<Pixels, 'height'>,
  work: (y: number) => void,
  interruption?: Interruption,
): Promise<void> {
  const pacer = new Pacer()
  for (let y = 0; y < height; y += 1) {
    work(y)
    const pause = pacer.pause()
    if (pause === undefined) continue
    await pause
    await interruption?.giveWay?.()
    interruption?.signal.throwIfAborted()
  }
}

/** Calls `work` for each pixel, with where its bytes begin. */
export const forEachPixel = (pixels: Pixels, work: (at: number) => void): Promise<void> =>
  forEachRow(pixels, (y) => {
    const end = bytesPerPixel * pixels.width * (y + 1)
    for (let at = end - bytesPerPixel * pixels.width; at < end; at += bytesPerPixel) work(at)
  })

/**
 * Gives a picture of some size, with another one at a place on it, as far as that lies within.
 * @param background the colour around it, which is transparent unless given.
 */
export function placeOn(
  size: Size,
  from: Pixels,
  left: number,
  top: number,
  background?: Colour,
): Pixels {
  if (isSame(from, size)) return from
  const onto = emptyPixels(size.width, size.height)
  if (background !== undefined) {
    // In the order of the bytes, whatever the processor's is.
    const [pixel = 0] = new Uint32Array(Uint8Array.of(...background, 255).buffer)
    new Uint32Array(onto.data.buffer).fill(pixel)
  }
  const firstColumn = Math.max(0, -left)
  const columns = Math.min(from.width, onto.width - left) - firstColumn
  const lastRow = Math.min(from.height, onto.height - top)
  for (let row = Math.max(0, -top); row < lastRow; row += 1) {
    const start = bytesPerPixel * (row * from.width + firstColumn)
    const line = from.data.subarray(start, start + bytesPerPixel * columns)
    onto.data.set(line, bytesPerPixel * ((row + top) * onto.width + left + firstColumn))
  }
  return onto
}
