import { forEachPixel, forEachRow, type Colour, type Pixels } from './pixels.ts'

/** How far around a pixel hidden colours are looked for, in pixels: the reach of the filter. */
const reach = 2

/** Whether nothing of a picture is transparent. */
export async function isOpaque(pixels: Pixels): Promise<boolean> {
  let alpha = 255
  await forEachPixel(pixels, (at) => {
    alpha &= pixels.data[at + 3] ?? 0
  })
  return alpha === 255
}

/** Multiplies colours by their alpha, so that a transparent pixel weighs nothing when it is scaled. */
export function premultiply(pixels: Pixels): Promise<void> {
  return mapColours(pixels, (value, alpha) => (value * alpha + 127) / 255)
}

/** Undoes `premultiply`; what is transparent becomes black. */
export function unpremultiply(pixels: Pixels): Promise<void> {
  return mapColours(pixels, (value, alpha) => {
    if (value >= alpha) return alpha === 0 ? 0 : 255
    return (value * 255 + alpha / 2) / alpha
  })
}

/** Lays a picture onto a background; its alpha stays what it was. */
export function composeOnto(pixels: Pixels, background: Colour): Promise<void> {
  return mapColours(pixels, (value, alpha, channel) => {
    const behind = (background[channel] ?? 0) * (255 - alpha)
    return (value * alpha + behind + 127) / 255
  })
}

/** Changes the colours of all pixels but the opaque ones. */
function mapColours(
  pixels: Pixels,
  change: (value: number, alpha: number, channel: number) => number,
): Promise<void> {
  const { data } = pixels
  return forEachPixel(pixels, (at) => {
    const alpha = data[at + 3] ?? 0
    if (alpha === 255) return
    for (let channel = 0; channel < 3; channel += 1) {
      data[at + channel] = change(data[at + channel] ?? 0, alpha, channel)
    }
  })
}

/**
 * Takes out of a scaled picture's edges what lay hidden in its source under full transparency.
 * Scaled without regard to alpha, a pixel at an edge is a mix of what is seen and what is not; the
 * latter is still there, unmixed, in the transparent pixels beside it. Where there are none, as in
 * a shadow, the colour is right as it is.
 */
export function removeHiddenColours(pixels: Pixels): Promise<void> {
  const { width, data } = pixels
  return forEachRow(pixels, (y) => {
    for (let x = 0, at = 4 * width * y; x < width; x += 1, at += 4) {
      const alpha = data[at + 3] ?? 0
      if (alpha === 0 || alpha === 255) continue
      const hidden = hiddenAround(pixels, x, y)
      if (hidden.count === 0) continue
      for (let channel = 0; channel < 3; channel += 1) {
        const mean = (hidden.sums[channel] ?? 0) / hidden.count
        const seen = (data[at + channel] ?? 0) - mean * (1 - alpha / 255)
        data[at + channel] = Math.max(0, Math.min(255, Math.round((seen * 255) / alpha)))
      }
    }
  })
}

/** Adds up the colours of the transparent pixels around one. */
function hiddenAround({ width, height, data }: Pixels, x: number, y: number) {
  const sums = [0, 0, 0]
  let count = 0
  const bottom = Math.min(height - 1, y + reach)
  const right = Math.min(width - 1, x + reach)
  for (let row = Math.max(0, y - reach); row <= bottom; row += 1) {
    for (let column = Math.max(0, x - reach); column <= right; column += 1) {
      const at = 4 * (row * width + column)
      if (data[at + 3] !== 0) continue
      count += 1
      for (let channel = 0; channel < 3; channel += 1) {
        sums[channel] = (sums[channel] ?? 0) + (data[at + channel] ?? 0)
      }
    }
  }
  return { sums, count }
}
