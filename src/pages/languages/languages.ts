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
}

/** The languages of the pages by their codes (BCP 47), each with a file of its messages. */
export const languages: Readonly<Record<string, Language>> = {
  en: { name: 'English', direction: 'ltr' },
  de: { name: 'Deutsch', direction: 'ltr' },
  fr: { name: 'Français', direction: 'ltr' },
  es: { name: 'Español', direction: 'ltr' },
  it: { name: 'Italiano', direction: 'ltr' },
  nl: { name: 'Nederlands', direction: 'ltr' },
  pt: { name: 'Português', direction: 'ltr' },
  pl: { name: 'Polski', direction: 'ltr' },
  ja: { name: '日本語', direction: 'ltr' },
  zh: { name: '简体中文', direction: 'ltr' },
  ar: { name: 'العربية', direction: 'rtl' },
}

/** Lists the languages. A page takes the list in when it is bundled. */
export const listLanguages = () =>
  Object.entries(languages).map(([code, language]) => ({ code, ...language }))

/**
 * Reads the file of a language.
 * @param pages the path of the folder of the pages.
 */
export const readLanguage = (pages: string, code: string): Promise<LanguageFile> =>
  Bun.file(`${pages}/languages/${code}.json`).json()

/**
 * Reads the messages of the language that somebody wants most.
 * @param wanted language tags (BCP 47), the best first.
 */
export async function readWantedLanguage(pages: string, wanted: readonly string[]) {
  const code = chooseLanguage(wanted, Object.keys(languages))
  const messages = await readLanguage(pages, code)
  return { code, direction: languages[code]?.direction ?? 'ltr', messages }
}
