import english from '../../../src/pages/languages/en.json'
import { messagesOf } from '../../../src/pages/languages/messages.ts'

/** Runs in the page too, so it needs nothing from outside of it. */
function pseudo<T>(value: T): T
function pseudo(value: unknown): unknown {
  const [plain, accented] = ['abcdefghijklmnopqrstuvwxyz', 'áƀćđéƒǵħíĵķĺɱñóƥɋŕśŧúṽŵẋýž']
  const lengthen = (text: string) =>
    text
      .replace(/\p{L}+/gu, (word) => word + 'ö'.repeat(Math.ceil(word.length / 2)))
      .replace(/[a-z]/gi, (letter) => {
        const other = accented[plain.indexOf(letter.toLowerCase())] ?? ''
        return letter === letter.toLowerCase() ? other : other.toUpperCase()
      })
  if (typeof value === 'string') {
    // All but the places for values.
    return value.replace(/\{.*?\}|[^{]+/g, (part) => (part[0] === '{' ? part : lengthen(part)))
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, pseudo(each)]))
}

/** The code of the language that the pseudo-language takes the place of: it runs to the left. */
export const code = 'ar'

/** The messages of the pseudo-language: English with accents, longer by half. */
export const t = messagesOf(pseudo(english.admin), code)

const script = `
import * as english from '/admin/languages/en.js'
${pseudo.toString()}
export const admin = pseudo(english.admin)
export const settings = pseudo(english.settings)
`

/** Passes requests on to a service, and gives its pages the pseudo-language. */
export function startPseudoProxy(service: string) {
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request) => {
      const { pathname, search } = new URL(request.url)
      if (pathname === `/admin/languages/${code}.js`) {
        return new Response(script, { headers: { 'Content-Type': 'text/javascript' } })
      }
      return fetch(`${service}${pathname}${search}`, {
        method: request.method,
        headers: request.headers,
        body: request.body,
        redirect: 'manual',
        decompress: false,
      })
    },
  })
  return { url: server.url.origin, [Symbol.asyncDispose]: () => server.stop(true) }
}
