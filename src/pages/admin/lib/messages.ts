import type { Messages } from '../../languages/en.ts'
import { formatsOf, type Formats } from '../../languages/formats.ts'

export type MakeMessages = (formats: Formats<Intl.LDMLPluralRule>) => Messages

/** The messages of the language in use. */
export let t: Messages

/** How numbers and dates are written: the tag of the language in use, with the browser's region. */
export let locale: string

/** @param tag of the language, and of its region where that is known (BCP 47). */
export function setMessages(make: MakeMessages, tag: string): void {
  locale = tag
  t = make(formatsOf(tag))
}
