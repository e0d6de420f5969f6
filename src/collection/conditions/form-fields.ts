import type { Parameter } from './condition.ts'
import { parameters } from './registry.ts'

/** A field of a form for conditions. */
export type FormField = { name: string } & Pick<Parameter, 'label' | 'control' | 'inWords'>

/** Lists the fields of a form for conditions. A page takes them in when it is bundled. */
export const formFields = (): FormField[] =>
  Object.entries(parameters).map(([name, { label, control, inWords }]) => ({
    name,
    label,
    control,
    inWords,
  }))
