import type { z } from 'zod'
import type { Settings } from '../../../frames/steering.ts'
import type { QueryValues } from '../../../lib/parse.ts'

const textOf = (setting: Settings[string]): string | readonly string[] =>
  Array.isArray(setting) ? setting : String(setting)

/** Writes settings as an address has them. */
export const textsOf = (settings: Settings): QueryValues =>
  Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, textOf(value)]))

/** Keeps the valid values that have a field in a request for a picture; the others are for the slideshow. */
export const onlyFor = (
  shape: Readonly<Record<string, z.ZodType>>,
  values: QueryValues,
): QueryValues =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => shape[name]?.safeParse(value).success === true,
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
