import type { Control, FormParameter } from '../../../frames/conditions/condition.ts'
import { parameters } from '../../../frames/conditions/registry.ts'
import { looks } from './slideshow-options.ts'

/** A field of a form for the settings of a frame, without its words. */
export interface FormField {
  name: string
  kind: 'choice' | Extract<Control, string>
}

/** What a form says of a setting; `{}` in `inWords` stands for its value. */
export interface FormWords {
  label: string
  inWords: string
  /** What each of its choices is called. */
  choices?: Readonly<Record<string, string>>
}

const fieldsOf = (rows: Readonly<Record<string, FormParameter>>): FormField[] =>
  Object.entries(rows).flatMap(([name, { control }]) => {
    if (control === undefined) return []
    return { name, kind: typeof control === 'string' ? control : 'choice' }
  })

/** Lists the fields of a form for a frame. A page takes them in when it is bundled. */
export const formFields = () => ({ pictures: fieldsOf(parameters), looks: fieldsOf(looks) })

/** The English words of the fields, by their names. */
export const formWords = (): Record<string, FormWords> =>
  Object.fromEntries(
    Object.entries({ ...parameters, ...looks }).map(([name, { label, inWords, control }]) => [
      name,
      { label, inWords, ...(typeof control === 'object' && { choices: control }) },
    ]),
  )
