import { inFirefox, inTheDark } from '../support/browsers/installed-browsers.ts'

/** Runs in Firefox, and in the dark, what some of the files here run in Chromium in the light. */
export async function onceMore(isMeant: (file: string) => boolean): Promise<void> {
  const files = [...new Bun.Glob('**/*.test.ts').scanSync(import.meta.dir)].filter(isMeant)
  /** Loads the files that hold some words, with a query of its own: so they are loaded once more. */
  const load = async (words: RegExp, query: string) => {
    for (const file of files.toSorted()) {
      const text = await Bun.file(`${import.meta.dir}/${file}`).text()
      if (words.test(text)) await import(`./${file}?${query}`)
    }
  }
  const inSchemes = /^ *describeInEachScheme/m
  await inFirefox(() => load(/^ *describeIn/m, 'firefox'))
  await inTheDark(() => load(inSchemes, 'dark'))
  await inFirefox(() => inTheDark(() => load(inSchemes, 'firefox-dark')))
}
