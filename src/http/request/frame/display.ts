import { z } from 'zod'
import { once } from '../../../lib/once.ts'
import { parseJson } from '../../../lib/parse.ts'
import type { RenditionRequest } from '../../../pixels/request.ts'
import { sideSchema } from './rendition-query.ts'

/** The size of a display in pixels, as it hangs. */
export type Display = Pick<RenditionRequest, 'width' | 'height'>

/**
 * Reads the display headers of a frame, as aitjcize/esp32-photoframe sends them: the size of the
 * panel, and its orientation. Invalid values are ignored.
 */
export function displayOf(headers: Headers): Display | undefined {
  const [width, height] = [sideOf(headers, 'width'), sideOf(headers, 'height')]
  if (width === undefined || height === undefined) {
    return width === undefined && height === undefined ? undefined : { width, height }
  }
  const orientation = headers.get('x-display-orientation')?.trim().toLowerCase()
  const isTurned = orientation === (width > height ? 'portrait' : 'landscape')
  return isTurned ? { width: height, height: width } : { width, height }
}

const sideOf = (headers: Headers, name: 'width' | 'height') =>
  sideSchema().safeParse(headers.get(`x-display-${name}`)).data

/** The colours of a Spectra 6 panel, in the order of `panel`. */
const names = ['black', 'white', 'yellow', 'red', 'blue', 'green'] as const

/** What the panel really shows for each of them, as aitjcize/esp32-photoframe sends it. */
const panelSchema = once(() => {
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

const hexOf = ({ r, g, b }: Record<'r' | 'g' | 'b', number>) =>
  [r, g, b].map((value) => value.toString(16).padStart(2, '0')).join('')
