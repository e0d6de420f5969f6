import type { Device, Scheme } from '../support/browsers/page-driver.ts'
import { loadLanguage, languages } from '../../src/pages/languages/languages.ts'
import { messagesOf } from '../../src/pages/languages/messages.ts'
import { violationsOn } from '../support/axe.ts'
import { startChromium } from '../support/browsers/chromium-driver.ts'
import { goThroughViews } from '../support/views/every-view.ts'
import { faultsOnPage } from '../support/views/page-faults.ts'
import { startViewedService } from '../support/views/viewed-service.ts'
import { atMost, count, ifPossible } from './report.ts'

const screens = ([16, 32] as const).flatMap((fontSize) =>
  [1440, 768, 320].map((width): Device => ({ width, height: 900, fontSize })),
)

/** What one goes through the views on: the one with the least room. */
const home = screens.at(-1) ?? { width: 320, height: 900 }

/** Two at a time keep two cores busy. Each has a host of its own, as cookies know no ports. */
const hosts = ['127.0.0.1', '127.0.0.2']

/** What can be wrong with a view, by how it is told. */
const kinds = {
  'views that break a rule for accessibility': 'axe',
  'views with a text that is cut': 'cut',
  'views with a text over another': 'over each other',
  'views that are wider than the screen': 'too wide',
}

/** Each view in each language, on each screen, light and dark. */
export const views = () =>
  ifPossible('the views in every language', ['chromium'], async () => {
    const wanted = process.env['VIEWS_LANGUAGES']?.split(' ') ?? Object.keys(languages)
    const seen: string[][] = []
    const walk = async (host: string) => {
      for (let code = wanted.shift(); code !== undefined; code = wanted.shift()) {
        seen.push(...(await lookAtAll(code, host)))
      }
    }
    await Promise.all(hosts.map(walk))
    return Object.entries(kinds).map(([name, kind]) => {
      const wrong = seen.filter((faults) => faults.some((each) => each.startsWith(kind)))
      return atMost(name, wrong.length, 0, count, ` of ${seen.length} views`)
    })
  })

/** Looks at all views in a language: what is wrong with each. Says so on the way. */
async function lookAtAll(code: string, host: string): Promise<string[][]> {
  const { messages } = await loadLanguage([code])
  const seen: string[][] = []
  const where = new Map<string, string[]>()
  await using service = await startViewedService(host)
  await using driver = await (await startChromium('light')).open(home)
  const look = async (name: string, screen: Device, scheme: Scheme) => {
    await driver.setScreen(screen, scheme)
    const faults = [
      ...(await violationsOn(driver)).map((each) => `axe: ${each}`),
      ...(await driver.evaluate<string[]>(faultsOnPage())),
    ]
    seen.push(faults)
    for (const fault of faults) {
      const text = `${code}, ${name}: ${fault}`
      const screens = where.get(text) ?? []
      where.set(text, [...screens, `${screen.width}/${screen.fontSize} ${scheme}`])
    }
  }
  const walk = { ...service, driver, code, t: messagesOf(messages.admin, code) }
  await goThroughViews(walk, async (name) => {
    for (const scheme of ['dark', 'light'] as const) {
      for (const screen of screens) await look(name, screen, scheme)
    }
  })
  for (const [text, screens] of where) console.error(`${text} (${screens.join(', ')})`)
  return seen
}
