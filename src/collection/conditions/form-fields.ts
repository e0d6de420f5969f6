import type { Control } from './condition.ts'
import { parameters } from './registry.ts'

/** A field of a form for conditions. */
export interface FormField {
  name: string
  label: string
  control: Control
  /** Says in a list what a value means that is no choice; `{}` stands for the value. */
  inWords: string
}

/** Lists the fields of a form for conditions. A page takes them in when it is bundled. */
export const formFields = (): FormField[] =>
  Object.entries(parameters).map(([name, { label, control, inWords }]) => ({
    name,
    label,
    control,
    inWords,
  }))
