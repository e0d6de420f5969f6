import { inFirefox } from '../support/browsers/installed-browsers.ts'

// With a query of its own, each file is loaded once more.
await inFirefox(async () => {
  for (const file of [...new Bun.Glob('**/*.test.ts').scanSync(import.meta.dir)].toSorted()) {
    const text = await Bun.file(`${import.meta.dir}/${file}`).text()
    if (/^describeInEachBrowser/m.test(text)) await import(`./${file}?firefox`)
  }
})
