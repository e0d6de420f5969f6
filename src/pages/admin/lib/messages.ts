import type { Messages } from '../../languages/en.ts'
import { formatsOf, type AnyFormats } from '../../languages/formats.ts'

interface SettingWords {
  label: string
  inWords: string
  choices?: Readonly<Record<string, string>>
}

/** What the module of a language has for this page. */
export interface LanguageModule {
  admin: (formats: AnyFormats) => Messages
  settings: Readonly<Record<string, SettingWords>> | undefined
}

/** The messages of the language in use. */
export let t: Messages

/** What the settings of frames are called in it, by their names; English where there is nothing. */
export let settingMessages: Readonly<Record<string, SettingWords>> | undefined

/** How numbers and dates are written: the tag of the language in use, with the browser's region. */
export let locale: string

/** @param tag of the language, and of its region where that is known (BCP 47). */
export function setMessages({ admin, settings }: LanguageModule, tag: string): void {
  locale = tag
  t = admin(formatsOf(tag))
  settingMessages = settings
}
