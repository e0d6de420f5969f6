import { chooseLanguage } from './choose-language.ts'
import type { Messages } from './en.ts'
import type { AnyFormats } from './formats.ts'
import type { SettingMessages } from './setting-messages.ts'
import type { SlideshowMessages } from './slideshow-messages.ts'

interface Language {
  /** In the language itself. */
  name: string
  direction: 'ltr' | 'rtl'
  /** Loads what the service puts into pages. The messages of `/admin` are sent to the browser. */
  load: () => Promise<{
    slideshow: SlideshowMessages
    admin: (formats: AnyFormats) => Messages
    /** English ones stand with each condition and option. */
    settings?: SettingMessages
  }>
}

/** The languages of the pages by their codes (BCP 47), each with a module of its messages. */
export const languages: Readonly<Record<string, Language>> = {
  en: { name: 'English', direction: 'ltr', load: () => import('./en.ts') },
  de: { name: 'Deutsch', direction: 'ltr', load: () => import('./de.ts') },
  fr: { name: 'Français', direction: 'ltr', load: () => import('./fr.ts') },
  es: { name: 'Español', direction: 'ltr', load: () => import('./es.ts') },
  it: { name: 'Italiano', direction: 'ltr', load: () => import('./it.ts') },
  nl: { name: 'Nederlands', direction: 'ltr', load: () => import('./nl.ts') },
  pt: { name: 'Português', direction: 'ltr', load: () => import('./pt.ts') },
  pl: { name: 'Polski', direction: 'ltr', load: () => import('./pl.ts') },
  ja: { name: '日本語', direction: 'ltr', load: () => import('./ja.ts') },
  zh: { name: '简体中文', direction: 'ltr', load: () => import('./zh.ts') },
  ar: { name: 'العربية', direction: 'rtl', load: () => import('./ar.ts') },
}

/** Lists the languages without their messages. A page takes the list in when it is bundled. */
export const listLanguages = () =>
  Object.entries(languages).map(([code, { name, direction }]) => ({ code, name, direction }))

/**
 * Loads the messages of the language that somebody wants most.
 * @param wanted language tags (BCP 47), the best first.
 */
export async function loadLanguage(wanted: readonly string[]) {
  const code = chooseLanguage(wanted, Object.keys(languages))
  const language = languages[code]
  if (language === undefined) throw new Error(`There is no language ${code}.`)
  return { code, direction: language.direction, messages: await language.load() }
}
