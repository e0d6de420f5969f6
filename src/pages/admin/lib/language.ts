import { chooseLanguage, primaryOf } from '../../languages/choose-language.ts'
import { listLanguages } from '../../languages/languages.ts' with { type: 'macro' }
import { setMessages, type LanguageModule } from './messages.ts'
import { Store } from './store.ts'

const storageKey = 'language'

/** The languages to choose from. */
export const languages = listLanguages()

/** Changes when another language is in use. */
export const languageStore = new Store()

/** Uses the language that was chosen on this device, or else the one that the browser wants. */
export async function startLanguage(): Promise<void> {
  const chosen = localStorage.getItem(storageKey) ?? ''
  const codes = languages.map(({ code }) => code)
  await loadLanguage(chooseLanguage([chosen, ...navigator.languages], codes))
}

/** Uses a language from now on, on this device. */
export async function changeLanguage(code: string): Promise<void> {
  await loadLanguage(code)
  localStorage.setItem(storageKey, code)
}

/** How a step forward goes in the language in use: 1 to the right, -1 to the left. */
export const forward = () => (document.documentElement.dir === 'rtl' ? -1 : 1)

async function loadLanguage(code: string): Promise<void> {
  const loaded: LanguageModule = await import(`/admin/languages/${code}.js`)
  setMessages(loaded, navigator.languages.find((tag) => primaryOf(tag) === code) ?? code)
  const root = document.documentElement
  root.lang = code
  root.dir = languages.find((each) => each.code === code)?.direction ?? 'ltr'
  // An app on a home screen has its name from it.
  document.querySelector('link[rel=manifest]')?.setAttribute('href', `/admin/${code}.webmanifest`)
  languageStore.changed()
}
