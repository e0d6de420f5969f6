import { formFields } from '../../../http/request/frame/form-fields.ts' with { type: 'macro' }
import type { FormWords } from '../../../http/request/frame/form-fields.ts'
import { formatDay, listFacts } from '../lib/format-text.ts'
import { locale, settingMessages } from '../lib/messages.ts'

/** The fields of a form for the settings of a frame, put in when the page is bundled. */
export const settingFields = formFields()

/** What a setting is called in the language in use. */
export const wordsOf = (name: string): FormWords =>
  settingMessages[name] ?? { label: name, inWords: `${name} {}` }

/** Says in words which pictures a frame gets, from its conditions. */
export const describeConditions = (conditions: Iterable<readonly [string, string]>): string =>
  listFacts([...conditions].map(([name, value]) => describe(name, value)))

const isDay = /^\d{4}-\d\d-\d\d$/

function describe(name: string, value: string): string {
  const { choices, inWords } = wordsOf(name)
  const choice = choices?.[value]
  return choice === undefined
    ? inWords.replace('{}', () => (isDay.test(value) ? formatDay(value) : value))
    : `${choice.charAt(0).toLocaleLowerCase(locale)}${choice.slice(1)}`
}
