import { formFields } from '../../../http/request/form-fields.ts' with { type: 'macro' }

/** The fields of a form for the settings of a frame, put in when the page is bundled. */
export const settingFields = formFields()

/** Says in words which pictures a frame gets, from its conditions. */
export const describeConditions = (conditions: Iterable<readonly [string, string]>): string =>
  [...conditions]
    .map(([name, value]) => describe(name, value))
    .filter((each) => each !== '')
    .join(', ')

function describe(name: string, value: string): string {
  const field = settingFields.pictures.find((each) => each.name === name)
  if (field === undefined) return `${name} ${value}`
  const { control, inWords } = field
  const choice = control.kind === 'choice' ? control.choices[value] : undefined
  return choice === undefined
    ? inWords.replace('{}', () => value)
    : `${choice.charAt(0).toLowerCase()}${choice.slice(1)}`
}
