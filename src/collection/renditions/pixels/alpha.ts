import type { Colour, Pixels } from './pixels.ts'

/** Whether nothing of a picture is transparent. */
export function isOpaque({ data }: Pixels): boolean {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return false
  return true
}

/** Multiplies colours by their alpha, so that a transparent pixel weighs nothing when it is scaled. */
export function premultiply({ data }: Pixels): void {
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3] ?? 0
    if (alpha === 255) continue
    for (let channel = at; channel < at + 3; channel += 1) {
      data[channel] = ((data[channel] ?? 0) * alpha + 127) / 255
    }
  }
}

/** Undoes `premultiply`; what is transparent becomes black. */
export function unpremultiply({ data }: Pixels): void {
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3] ?? 0
    if (alpha === 255) continue
    for (let channel = at; channel < at + 3; channel += 1) {
      const value = data[channel] ?? 0
      data[channel] = value >= alpha ? (alpha === 0 ? 0 : 255) : (value * 255 + alpha / 2) / alpha
    }
  }
}

/** Lays a picture onto a background. */
export function composeOnto({ data }: Pixels, background: Colour): void {
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3] ?? 0
    if (alpha === 255) continue
    for (let channel = 0; channel < 3; channel += 1) {
      const behind = (background[channel] ?? 0) * (255 - alpha)
      data[at + channel] = ((data[at + channel] ?? 0) * alpha + behind + 127) / 255
    }
    data[at + 3] = 255
  }
}
