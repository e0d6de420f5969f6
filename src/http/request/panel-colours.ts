import { z } from 'zod'
import type { RenditionRequest } from '../../collection/renditions/request.ts'
import type { Display } from './display.ts'

const level = z.int().min(0).max(255)
const colour = z.object({ r: level, g: level, b: level })

/** What a Spectra 6 panel really shows for each of its colours, as aitjcize/esp32-photoframe sends it. */
const panelSchema = z.object({
  black: colour,
  white: colour,
  yellow: colour,
  red: colour,
  blue: colour,
  green: colour,
})

/** Longer headers are no palette. */
const maxLength = 2048

/** Reads the colours that a frame has measured on its panel; `undefined` where there are none. */
export function panelColoursOf(headers: Headers): string | undefined {
  const text = headers.get('x-color-palette')
  if (text === null || text.length > maxLength) return undefined
  const panel = panelSchema.safeParse(parseJson(text))
  if (!panel.success) return undefined
  const { black, white, yellow, red, blue, green } = panel.data
  return [black, white, yellow, red, blue, green].map(hexOf).join(',')
}

/**
 * Gives a frame that sends its colours a picture in nothing but these, of exactly its size, unless
 * the request asks for something else.
 */
export function withPanel(
  request: RenditionRequest,
  display: Display | undefined,
  panel: string | undefined,
): RenditionRequest {
  const { palette, format, fit = 'cover' } = request
  const isExact = display?.width !== undefined && display.height !== undefined
  if (panel === undefined || !isExact || palette !== undefined) return request
  if (format !== undefined && format !== 'png' && format !== 'bmp') return request
  return { ...request, fit, palette: 'spectra6', panel }
}

const hexOf = ({ r, g, b }: z.infer<typeof colour>) =>
  [r, g, b].map((value) => value.toString(16).padStart(2, '0')).join('')

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
