/** Names the messages that no page shows (part of `npm run check`): the compiler finds what is missing. */
import { admin, slideshow } from '../../src/pages/languages/en.ts'
import { formatsOf } from '../../src/pages/languages/formats.ts'

const pages = new URL('../../src/pages/', import.meta.url).pathname

/** Lists the names of all messages, such as `t.login.action`. */
const namesOf = (value: object, parent: string): string[] =>
  Object.entries(value).flatMap(([key, each]) =>
    typeof each === 'object' ? namesOf(each, `${parent}.${key}`) : `${parent}.${key}`,
  )

const files = [
  ...new Bun.Glob('*.{ts,js}').scanSync(pages),
  ...new Bun.Glob('{admin,guests,slideshow}/**/*.{ts,tsx,js}').scanSync(pages),
]
const code = (await Promise.all(files.map((path) => Bun.file(`${pages}${path}`).text()))).join('')
const used = new Set(code.match(/\b(t|texts)(\.\w+)+/g))
const unused = [...namesOf(admin(formatsOf('en')), 't'), ...namesOf(slideshow, 'texts')].filter(
  (name) => !used.has(name),
)
for (const name of unused) console.error(`No page shows the message ${name}: remove it.`)
process.exitCode = unused.length === 0 ? 0 : 1
