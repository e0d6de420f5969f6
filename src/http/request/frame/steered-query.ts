import type { Context } from 'hono'
import type { Steered } from '../../../frames/steering.ts'
import type { Values } from '../../../frames/conditions/written-conditions.ts'
import { valuesOf } from '../../middleware/validation.ts'
import { withDisplay, type Display } from './device.ts'
import { fillIn, onlyFor, textsOf } from './frame-settings.ts'
import { withPanel } from './panel-colours.ts'
import { pictureSchema, planOf, type PictureQuery } from '../picture-query.ts'
import { renditionOf } from './rendition-query.ts'

/** What a frame asks for by its address. */
export interface Asked {
  query: PictureQuery
  /** The query as it was sent. */
  text: string
}

/** The queries of steered frames, by what is set for them, and by what they ask. */
const steeredQueries = new WeakMap<Steered, Map<string, PictureQuery>>()

/** How many queries are kept of a frame. */
const maxQueries = 16

/** The query with what is set for the frame, where the query, the display and its panel leave it open. */
export function steeredQuery(
  c: Context,
  { query, text }: Asked,
  steered: Steered,
  display: Display | undefined,
  panel: string | undefined,
): PictureQuery {
  if (Object.keys(steered.settings).length === 0) return query
  const known = steeredQueries.get(steered) ?? new Map<string, PictureQuery>()
  const key = `${text} ${display?.width} ${display?.height} ${panel}`
  const merged = known.get(key) ?? withSettings(valuesOf(c), query, steered, display, panel)
  if (known.size >= maxQueries) known.clear()
  steeredQueries.set(steered, known.set(key, merged))
  return merged
}

function withSettings(
  address: Values,
  query: PictureQuery,
  { settings }: Steered,
  display: Display | undefined,
  panel: string | undefined,
): PictureQuery {
  const { width, height, ...others } = onlyFor(pictureSchema.shape, textsOf(settings))
  const isValid = (values: Values) => {
    const { success, data } = pictureSchema.safeParse(values)
    return success && isPossible(data, display, panel)
  }
  const open = display === undefined ? { width, height, ...others } : others
  return pictureSchema.safeParse(fillIn(address, open, isValid)).data ?? query
}

function isPossible(
  query: PictureQuery,
  display: Display | undefined,
  panel: string | undefined,
): boolean {
  try {
    planOf(query, withPanel(withDisplay(renditionOf(query), display), display, panel))
    return true
  } catch {
    return false
  }
}
