import { formFields } from '../../../collection/conditions/form-fields.ts' with { type: 'macro' }

/** The fields of a form for conditions, put in when the page is bundled. */
export const conditionFields = formFields()

/** Says in words what a frame asks for, from its query. */
export const describeConditions = (query: string): string =>
  [...new URLSearchParams(query)]
    .map(([name, value]) => describe(name, value))
    .filter((each) => each !== '')
    .join(', ')

function describe(name: string, value: string): string {
  const field = conditionFields.find((each) => each.name === name)
  if (field === undefined) return `${name} ${value}`
  const { control, inWords } = field
  const choice = control.kind === 'choice' ? control.choices[value] : undefined
  return choice === undefined
    ? inWords.replace('{}', () => value)
    : `${choice.charAt(0).toLowerCase()}${choice.slice(1)}`
}
