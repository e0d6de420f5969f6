import { formFields } from '../../../http/request/form-fields.ts' with { type: 'macro' }

import type { FormField } from '../../../http/request/form-fields.ts'
import { listFacts } from '../lib/format-text.ts'
import { locale, settingMessages } from '../lib/messages.ts'

/** The fields of a form for the settings of a frame, put in when the page is bundled. */
export const settingFields = formFields()

/** A field in the language in use; English where that has no words for it. */
export function wordsOf(field: FormField): FormField {
  const own = settingMessages?.[field.name]
  if (own === undefined) return field
  const { label, inWords, choices } = own
  const { control } = field
  if (control.kind !== 'choice' || choices === undefined) return { ...field, label, inWords }
  return { ...field, label, inWords, control: { ...control, choices } }
}

/** Says in words which pictures a frame gets, from its conditions. */
export const describeConditions = (conditions: Iterable<readonly [string, string]>): string =>
  listFacts([...conditions].map(([name, value]) => describe(name, value)))

function describe(name: string, value: string): string {
  const field = settingFields.pictures.find((each) => each.name === name)
  if (field === undefined) return `${name} ${value}`
  const { control, inWords } = wordsOf(field)
  const choice = control.kind === 'choice' ? control.choices[value] : undefined
  return choice === undefined
    ? inWords.replace('{}', () => value)
    : `${choice.charAt(0).toLocaleLowerCase(locale)}${choice.slice(1)}`
}
