import { z } from 'zod'
import type { Parameter } from '../../../frames/conditions/condition.ts'
import {
  conditionFields,
  findContradiction,
  parameters,
} from '../../../frames/conditions/registry.ts'
import { invalidRequest } from '../../../errors.ts'
import { lazy } from '../../../lib/once.ts'
import type { QueryValues } from '../../../lib/parse.ts'
import { sentenceOf } from './picking-query.ts'
import { checkRendition, renditionOf, renditionSchema, renditionValues } from './rendition-query.ts'
import { slideshowOptions, slideshowValues } from './slideshow-options.ts'

/** A value as it may come: as in an address, or as JSON has it. */
const settingSchema = lazy(() =>
  z.union([z.string(), z.number(), z.literal(true), z.array(z.string())]),
)

export type Setting = z.infer<ReturnType<typeof settingSchema>>

/** How many characters all settings of a frame may have together. */
const maxLength = 2000

const switches = new Set(['clock', 'zoom'])

/** What the parameters take that a frame's settings may have, by their names. */
const fields = lazy((): Readonly<Record<string, z.ZodType>> => {
  const { shape } = renditionSchema()
  return {
    ...conditionFields,
    ...shape,
    ...Object.fromEntries(
      Object.entries(slideshowOptions).map(([name, { schema }]) => [name, schema]),
    ),
    fit: z.union([shape.fit, slideshowValues.fit.schema]),
    background: z.union([shape.background, slideshowValues.background.schema]),
  }
})

const slideshowNames: readonly string[] = Object.keys(slideshowOptions)

/**
 * Checks what an admin sets for a frame. Each value has to be what an address may say.
 * @throws INVALID_REQUEST naming a parameter that is unknown, or whose value is invalid or contradicts
 * another.
 */
export function checkSettings(given: NonNullable<unknown>): Record<string, Setting> {
  const settings: Record<string, Setting> = {}
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(fields(), name)) {
      throw invalidRequest(`There is no setting "${name.slice(0, 64)}". See the API document.`)
    }
    const setting = settingSchema().safeParse(value)
    const isAllowed =
      setting.success &&
      (!Array.isArray(setting.data) || parameters[name]?.isList === true) &&
      (setting.data !== true || switches.has(name))
    if (!isAllowed || !fields()[name]?.safeParse(textOf(setting.data)).success)
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
  checkRendition(renditionOf(rendition))
}

function badSetting(name: string) {
  const options: Readonly<Record<string, Parameter>> = { ...slideshowOptions, ...slideshowValues }
  const takes = options[name]?.takes
  if (takes !== undefined) return invalidRequest(`Give "${name}" as ${takes}.`)
  return invalidRequest(sentenceOf(name) ?? `Give "${name}" right: ${renditionValues}.`)
}

const textOf = (setting: Setting): string | readonly string[] =>
  Array.isArray(setting) ? setting : String(setting)

/** Writes settings as an address has them. */
export const textsOf = (settings: Readonly<Record<string, Setting>>): QueryValues =>
  Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, textOf(value)]))

/** Keeps the valid values that have a field in a request for a picture; the others are for the slideshow. */
export const onlyFor = (
  shape: Readonly<Record<string, z.ZodType>>,
  values: QueryValues,
): QueryValues =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) =>
        !slideshowNames.includes(name) && shape[name]?.safeParse(value).success === true,
    ),
  )

/**
 * Fills what an address leaves open. A value that can't apply there, or contradicts the others, is
 * left out.
 * @param read reads values; `undefined` where they are invalid.
 * @returns what was read of the address with all that could be filled in.
 */
export function fillIn<Result>(
  address: QueryValues,
  settings: QueryValues,
  read: (values: QueryValues) => Result | undefined,
): Result | undefined {
  const isOpen = (name: string) => settings[name] !== undefined && address[name] === undefined
  const open = Object.keys(settings).filter(isOpen)
  // All of them as a rule; else a size as a whole, and some twice, as one may depend on another.
  const steps = [
    open,
    ['width', 'height'].filter(isOpen),
    ...[...open, ...open].map((name) => [name]),
  ]
  let [values, result] = [address, read(address)]
  for (const names of steps) {
    const more = { ...values, ...Object.fromEntries(names.map((name) => [name, settings[name]])) }
    const found = read(more)
    if (found !== undefined) [values, result] = [more, found]
    if (names === open && found !== undefined) break
  }
  return result
}
