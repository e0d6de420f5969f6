import { chooseLanguage } from './choose-language.ts'
import type { FormWords } from '../../http/request/frame/form-fields.ts'
import type english from './en.json'
import type { Texts } from './messages.ts'

/** What the file of a language has. The messages of `/admin` are sent to the browser. */
export interface LanguageFile {
  admin: Texts
  /** Plain texts, since the page of 2012's browsers has no `Intl.PluralRules`. */
  slideshow: (typeof english)['slideshow']
  /** What forms say of conditions and options. English words stand with each of those. */
  settings?: Readonly<Record<string, FormWords>>
}

interface Language {
  /** In the language itself. */
  name: string
  direction: 'ltr' | 'rtl'
  load: () => Promise<{ default: LanguageFile }>
}

/** The languages of the pages by their codes (BCP 47), each with a file of its messages. */
export const languages: Readonly<Record<string, Language>> = {
  en: { name: 'English', direction: 'ltr', load: () => import('./en.json') },
  de: { name: 'Deutsch', direction: 'ltr', load: () => import('./de.json') },
  fr: { name: 'Français', direction: 'ltr', load: () => import('./fr.json') },
  es: { name: 'Español', direction: 'ltr', load: () => import('./es.json') },
  it: { name: 'Italiano', direction: 'ltr', load: () => import('./it.json') },
  nl: { name: 'Nederlands', direction: 'ltr', load: () => import('./nl.json') },
  pt: { name: 'Português', direction: 'ltr', load: () => import('./pt.json') },
  pl: { name: 'Polski', direction: 'ltr', load: () => import('./pl.json') },
  ja: { name: '日本語', direction: 'ltr', load: () => import('./ja.json') },
  zh: { name: '简体中文', direction: 'ltr', load: () => import('./zh.json') },
  ar: { name: 'العربية', direction: 'rtl', load: () => import('./ar.json') },
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
  return { code, direction: language.direction, messages: (await language.load()).default }
}
