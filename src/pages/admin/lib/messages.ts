import type { LanguageFile } from '../../languages/languages.ts'
import { messagesOf, type Messages } from '../../languages/messages.ts'

/** What the module of a language has for this page. */
export type LanguageModule = Required<Pick<LanguageFile, 'admin' | 'settings'>>

/** The messages of the language in use. */
export let t: Messages

/** What the settings of frames are called in it, by their names. */
export let settingMessages: LanguageModule['settings']

/** How numbers and dates are written: the tag of the language in use, with the browser's region. */
export let locale: string

/** @param tag of the language, and of its region where that is known (BCP 47). */
export function setMessages({ admin, settings }: LanguageModule, tag: string): void {
  locale = tag
  t = messagesOf(admin, tag)
  settingMessages = settings
}
