/** Runs in Firefox what the other files here run in Chromium. */
import { inFirefox } from '../support/browsers/installed-browsers.ts'

const files = [...new Bun.Glob('**/*.test.ts').scanSync(import.meta.dir)].toSorted()

await inFirefox(async () => {
  for (const file of files) {
    const text = await Bun.file(`${import.meta.dir}/${file}`).text()
    // With a query of its own, a file is loaded once more.
    if (/^ *describeIn/m.test(text)) await import(`./${file}?firefox`)
  }
})
