import { z } from 'zod'
import {
  conditionFields,
  findContradiction,
  parameters,
} from '../../../frames/conditions/registry.ts'
import { settingSchema, type Settings } from '../../../frames/steering.ts'
import { invalidRequest } from '../../../errors.ts'
import { once } from '../../../lib/once.ts'
import type { QueryValues } from '../../../lib/parse.ts'
import { onlyFor, textsOf } from './fill-in.ts'
import { sentenceOf } from './picture-query.ts'
import { checkRendition, renditionSchema } from './rendition-query.ts'
import { looks, schemaOf, slideshowOptions } from './slideshow-options.ts'

/** How many characters all settings of a frame may have together. */
const maxLength = 2000

const switches = new Set(['clock', 'zoom'])

/** What the parameters take that a frame's settings may have, by their names. */
const fields = once((): Readonly<Record<string, z.ZodType>> => {
  const { shape } = renditionSchema()
  return {
    ...conditionFields,
    ...Object.fromEntries(Object.entries(looks).map(([name, look]) => [name, schemaOf(look)])),
    ...shape,
    background: z.union([shape.background, schemaOf(slideshowOptions.background)]),
  }
})

/**
 * Checks what an admin sets for a frame. Each value has to be what an address may say.
 * @throws INVALID_REQUEST naming a parameter that is unknown, or whose value is invalid or contradicts
 * another.
 */
export function checkSettings(given: NonNullable<unknown>): Settings {
  const settings: Settings = {}
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(fields(), name)) {
      throw invalidRequest(`There is no setting "${name.slice(0, 64)}". See the API document.`)
    }
    const setting = settingSchema().safeParse(value)
    const isAllowed =
      setting.success &&
      (!Array.isArray(setting.data) || parameters[name]?.isList === true) &&
      (setting.data !== true || switches.has(name))
    if (!isAllowed || !fields()[name]?.safeParse(textsOf({ [name]: setting.data })[name]).success)
      throw badSetting(name)
    settings[name] = setting.data
  }
  if (JSON.stringify(settings).length > maxLength) {
    throw invalidRequest('Give settings of at most 2,000 characters together.')
  }
  checkTogether(textsOf(settings))
  return settings
}

/** A page has a size of its own, so `fit` needs none here; a panel may have colours, so `dither` needs none. */
function checkTogether(values: QueryValues): void {
  const contradiction = findContradiction(z.object(conditionFields).parse(values))
  if (contradiction !== undefined) throw invalidRequest(contradiction)
  const { fit, dither, ...others } = onlyFor(renditionSchema().shape, values)
  const hasSize = others['width'] !== undefined || others['height'] !== undefined
  const rendition = renditionSchema().parse({
    ...others,
    ...(hasSize ? { fit } : {}),
    ...(others['palette'] === undefined ? {} : { dither }),
  })
  checkRendition(rendition)
}

function badSetting(name: string) {
  const takes = looks[name]?.takes
  return invalidRequest(takes === undefined ? sentenceOf(name) : `Give "${name}" as ${takes}.`)
}
