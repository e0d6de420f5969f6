import { afterAll, beforeAll, describe } from 'bun:test'
import { chromium } from '../browser.ts'
import { startChromium } from './chromium-driver.ts'
import { firefox, startFirefox } from './firefox-driver.ts'
import type { Device, PageDriver, RunningBrowser, Scheme, TestBrowser } from './page-driver.ts'

const all: readonly (TestBrowser & { path: string | null | undefined })[] = [
  { name: 'Chromium', path: chromium, start: startChromium },
  { name: 'Firefox', path: firefox, start: startFirefox },
]

const installed: readonly TestBrowser[] = all.filter(({ path }) => path)

/** An executable has the same page as the source: one browser is enough for it. */
const wanted =
  process.env['PHOTO_FRAME_EXECUTABLE'] === undefined ? installed : installed.slice(0, 1)

export const phone = { width: 390, height: 844, ratio: 2 } as const
export const desktop = { width: 1280, height: 800 } as const

/** What tests are given to open pages with. */
export interface BrowserOfTests {
  name: TestBrowser['name']
  open: (device: Device) => Promise<PageDriver>
}

/** Runs tests in each browser that is installed; they are skipped where there is none. */
export function describeInBrowsers(
  title: string,
  tests: (browser: BrowserOfTests) => void,
  scheme: Scheme = 'light',
): void {
  if (wanted.length === 0) console.warn(`No browser is installed: ${title} is not tested.`)
  for (const { name, start } of wanted) {
    describe(`${title} in ${name}`, () => {
      const running = Promise.withResolvers<RunningBrowser>()
      beforeAll(async () => running.resolve(await start(scheme)))
      afterAll(async () => (await running.promise)[Symbol.asyncDispose]())
      tests({ name, open: async (device) => (await running.promise).open(device) })
    })
  }
}
