import { z } from 'zod'
import { parseJson } from '../../../lib/parse.ts'
import { lazy } from '../../../lib/once.ts'
import type { RenditionRequest } from '../../../pixels/request.ts'
import type { Display } from './device.ts'

/** The colours of a Spectra 6 panel, in the order of `panel`. */
const names = ['black', 'white', 'yellow', 'red', 'blue', 'green'] as const

/** What the panel really shows for each of them, as aitjcize/esp32-photoframe sends it. */
const panelSchema = lazy(() => {
  const level = z.int().min(0).max(255)
  return z.record(z.enum(names), z.object({ r: level, g: level, b: level }))
})

/** The longest header that is read as a palette, in characters. */
const maxLength = 2048

/** Reads the colours that a frame has measured on its panel; `undefined` where there are none. */
export function panelColoursOf(headers: Headers): string | undefined {
  const text = headers.get('x-color-palette')
  if (text === null || text.length > maxLength) return undefined
  const panel = panelSchema().safeParse(parseJson(text))
  return panel.data && names.map((name) => hexOf(panel.data[name])).join(',')
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

const hexOf = ({ r, g, b }: Record<'r' | 'g' | 'b', number>) =>
  [r, g, b].map((value) => value.toString(16).padStart(2, '0')).join('')
