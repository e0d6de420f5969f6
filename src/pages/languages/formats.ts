/** Picks the form of a text that a number takes, and puts the number in place of `#`. */
type Plural<Category extends Intl.LDMLPluralRule> = (
  count: number,
  forms: Readonly<Record<Category | 'other', string>>,
) => string

/** What the messages of a language need, which has these categories of plurals (CLDR). */
export interface Formats<Category extends Intl.LDMLPluralRule = 'other'> {
  plural: Plural<Category>
  number: (value: number) => string
}

/** Does for any language, whatever categories it has. */
export interface AnyFormats {
  plural: (
    count: number,
    forms: Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>,
  ) => string
  number: (value: number) => string
}

/** Makes what depends on a language, by `Intl`. @param locale such as `de` or `de-AT`. */
export function formatsOf(locale: string): AnyFormats {
  const { format: number } = new Intl.NumberFormat(locale)
  const rules = new Intl.PluralRules(locale)
  return {
    number,
    plural: (count, forms) =>
      (forms[rules.select(count)] ?? forms.other).replace('#', () => number(count)),
  }
}
