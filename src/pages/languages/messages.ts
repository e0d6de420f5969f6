import type english from './en.json'
import type { MessageValues, Value } from './message-values.ts'

/** A text; where it depends on the number `n`, its forms by their names in `Intl.PluralRules`. */
export type Text =
  string | ({ readonly other: string } & { readonly [Category in Intl.LDMLPluralRule]?: string })

interface Group {
  readonly [name: string]: Text | Group
}

/** The messages of `/admin` as they stand in the file of a language, in groups. */
export interface Texts extends Group {
  /** Numbers of something, which other messages contain. */
  readonly count: Readonly<Record<string, Text>>
}

type Written<Group, Path extends string = ''> = {
  readonly [Name in keyof Group & string]: `${Path}${Name}` extends infer Key extends
    keyof MessageValues
    ? (values: MessageValues[Key]) => string
    : Group[Name] extends string
      ? string
      : Group[Name] extends { other: string }
        ? (n: number) => string
        : Written<Group[Name], `${Path}${Name}.`>
}

/** The messages of `/admin`: those with places for values are functions of them. */
export type Messages = Written<(typeof english)['admin']>

/** The places in a text: `{name}`, or `{all, pictures}` for what `count.pictures` says of a number. */
export const placePattern = /\{(\w+)(?:, (\w+))?\}/g

/** Tells a text from a group of them. */
export const isText = (each: Text | Group): each is Text =>
  typeof each === 'string' || typeof each['other'] === 'string'

/**
 * Makes the messages of a language.
 *
 * @example
 * const count = { days: { one: '{n} day', other: '{n} days' } }
 * const { kept } = messagesOf({ count, kept: 'Kept for {n, days}.' }, 'en')
 * kept(2) // 'Kept for 2 days.'
 * @param locale how numbers are written, such as `de` or `de-AT`.
 */
export function messagesOf(texts: Texts, locale: string): Messages
export function messagesOf(texts: Texts, locale: string): unknown {
  const { format } = new Intl.NumberFormat(locale)
  const rules = new Intl.PluralRules(locale)
  const write = (text: Text, values: Value): string => {
    const valueOf = (name: string) => (typeof values === 'object' ? (values[name] ?? '') : values)
    const form =
      typeof text === 'string' ? text : (text[rules.select(Number(valueOf('n')))] ?? text.other)
    return form.replace(placePattern, (_place: string, name: string, count?: string) => {
      const value = valueOf(name)
      if (count !== undefined) return write(texts.count[count] ?? '', value)
      return typeof value === 'number' ? format(value) : value
    })
  }
  const read = (group: Group): unknown =>
    Object.fromEntries(
      Object.entries(group).map(([name, each]) => {
        if (!isText(each)) return [name, read(each)]
        const isPlain = typeof each === 'string' && each.search(placePattern) < 0
        return [name, isPlain ? each : (values: Value) => write(each, values)]
      }),
    )
  return read(texts)
}
