import type { PageDriver } from '../../support/browsers/page-driver.ts'
import { adminPage } from '../../support/admin-page.ts'
import { formatsOf } from '../../../src/pages/languages/formats.ts'
import { admin } from '../../../src/pages/languages/en.ts'

/** Runs in the page too, so it needs nothing from outside of it. */
function pseudo<T>(value: T): T
function pseudo(value: unknown): unknown {
  const [plain, accented] = ['abcdefghijklmnopqrstuvwxyz', 'áƀćđéƒǵħíĵķĺɱñóƥɋŕśŧúṽŵẋýž']
  const write = (text: string) =>
    text
      .replace(/\p{L}+/gu, (word) => word + 'ö'.repeat(Math.ceil(word.length / 2)))
      .replace(/[a-z]/gi, (letter) => {
        const other = accented[plain.indexOf(letter.toLowerCase())] ?? ''
        return letter === letter.toLowerCase() ? other : other.toUpperCase()
      })
  if (typeof value === 'string') return write(value)
  if (typeof value === 'function') return (...all: unknown[]) => write(value(...all))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, pseudo(each)]))
}

/** The code of the language that the pseudo-language takes the place of: it runs to the left. */
const code = 'ar'

/** The messages of the pseudo-language: English with accents, longer by half. */
export const t = pseudo(admin(formatsOf(code)))

const script = `
import * as english from '/admin/languages/en.js'
${pseudo.toString()}
export const admin = (formats) => pseudo(english.admin(formats))
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
  return {
    url: server.url.origin,
    [Symbol.asyncDispose]: () => server.stop(true),
  }
}

/** Opens the admin page in the pseudo-language, at its login. */
export async function openPseudoPage(driver: PageDriver, url: string) {
  const page = adminPage(driver)
  await driver.navigate(`${url}/admin`)
  await page.ask(`localStorage.setItem('language', '${code}')`)
  await driver.navigate(`${url}/admin?again`)
  await page.until(`!!document.querySelector('input[name=password]')`)
  return page
}

/**
 * Finds texts that are cut, over others, or not of the language: what they are, as an expression.
 * @param names what may be in another language; everything may where it is not given.
 */
export const faultsOnPage = (names?: readonly string[]) => `(() => {
  const allowed = ${JSON.stringify(names ?? [])}.sort((one, other) => other.length - one.length)
  const plain = (text) => allowed.reduce((left, each) => left.replaceAll(each, ''), text)
  const root = [...document.querySelectorAll('dialog')].at(-1) ?? document.body
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const texts = []
  while (walker.nextNode()) {
    const { parentElement: parent, data } = walker.currentNode
    if (data.trim() !== '' && parent.checkVisibility() && !parent.closest('noscript, pre')) {
      texts.push(walker.currentNode)
    }
  }
  const said = [...root.querySelectorAll('[aria-label], [title], [placeholder], [alt]')].flatMap(
    (each) => ['aria-label', 'title', 'placeholder', 'alt'].map((name) => each.getAttribute(name) ?? ''),
  )
  const foreign = [document.title, ...said, ...texts.map(({ data }) => data)]
    .filter((text) => ${names !== undefined} && /[a-z]{2}/i.test(plain(text)))
    .map((text) => 'not translated: ' + text)
  const cut = [...root.querySelectorAll('button, a, label, h1, h2, p, dt, dd, legend')]
    .filter((each) => each.checkVisibility() && each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 0)
    .map((each) => 'cut: ' + each.textContent)
  const fixedOf = (element) => {
    for (let each = element; each !== null; each = each.parentElement) {
      if (['fixed', 'sticky', 'absolute'].includes(getComputedStyle(each).position)) return each
    }
    return null
  }
  const placed = texts.filter((text) => !text.parentElement.closest('option')).flatMap((text) => {
    const range = document.createRange()
    range.selectNodeContents(text)
    const layer = fixedOf(text.parentElement)
    return [...range.getClientRects()].map((rect) => ({ text, rect, layer }))
  })
  const over = placed.flatMap((one, index) => placed.slice(index + 1).filter((other) =>
    one.text !== other.text && one.layer === other.layer &&
    Math.min(one.rect.right, other.rect.right) - Math.max(one.rect.left, other.rect.left) > 1 &&
    Math.min(one.rect.bottom, other.rect.bottom) - Math.max(one.rect.top, other.rect.top) > 4)
    .map((other) => 'over each other: ' + one.text.data + ' / ' + other.text.data))
  const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth
  return [...foreign, ...cut, ...over, ...(wide > 0 ? ['too wide by ' + wide + ': ' + [...root.querySelectorAll('*')].filter((each) => each.getBoundingClientRect().left < -1 || each.getBoundingClientRect().right > innerWidth + 1).map((each) => each.outerHTML.slice(0, 150)).slice(0, 4).join('; ')] : [])]
})()`
