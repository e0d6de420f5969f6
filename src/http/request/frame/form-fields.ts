import type { Control, Parameter, ParameterRows } from '../../../frames/conditions/condition.ts'
import { parameters } from '../../../frames/conditions/registry.ts'
import { slideshowOptions, slideshowValues } from './slideshow-options.ts'

/** A field of a form for the settings of a frame, without its words. */
export interface FormField {
  name: string
  kind: Control['kind']
}

/** What a form says of a setting; `{}` in `inWords` stands for its value. */
export interface FormWords {
  label: string
  inWords: string
  /** What each of its choices is called. */
  choices?: Readonly<Record<string, string>>
}

const fieldsOf = (rows: ParameterRows): FormField[] =>
  Object.entries(rows).flatMap(([name, { control }]) => {
    if (control === undefined) return []
    return { name, kind: control.kind }
  })

const looks: ParameterRows = { ...slideshowOptions, ...slideshowValues }

/** Lists the fields of a form for a frame. A page takes them in when it is bundled. */
export const formFields = () => ({ pictures: fieldsOf(parameters), looks: fieldsOf(looks) })

/** The English words of the fields, by their names. */
export const formWords = (): Record<string, FormWords> =>
  Object.fromEntries(
    Object.entries<Parameter>({ ...parameters, ...looks }).map(
      ([name, { label, inWords, control }]) => [
        name,
        control?.kind === 'choice'
          ? { label, inWords, choices: control.choices }
          : { label, inWords },
      ],
    ),
  )
