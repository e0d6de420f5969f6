import type { Parameter } from '../../collection/conditions/condition.ts'
import { parameters } from '../../collection/conditions/registry.ts'
import { slideshowOptions, slideshowValues } from './slideshow-options.ts'

/** A field of a form for the settings of a frame. */
export type FormField = Pick<Parameter, 'label' | 'control' | 'inWords'> & { name: string }

const fieldsOf = (rows: Readonly<Record<string, Parameter>>): FormField[] =>
  Object.entries(rows).map(([name, { label, control, inWords }]) => ({
    name,
    label,
    control,
    inWords,
  }))

/** Lists the fields of a form for a frame. A page takes them in when it is bundled. */
export const formFields = () => ({
  pictures: fieldsOf(parameters),
  looks: fieldsOf({ ...slideshowOptions, ...slideshowValues }),
})
