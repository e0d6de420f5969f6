import { afterAll, beforeAll, describe } from 'bun:test'
import { lacks } from '../programs.ts'
import { startChromium } from './chromium-driver.ts'
import { startFirefox } from './firefox-driver.ts'
import type { Device, PageDriver, RunningBrowser, Scheme, TestBrowser } from './page-driver.ts'

const all: readonly (TestBrowser & { isMissing: boolean })[] = [
  { name: 'Chromium', isMissing: lacks('chromium'), start: startChromium },
  { name: 'Firefox', isMissing: lacks('firefox'), start: startFirefox },
]

/** An executable has the same page as the source: one browser is enough for it. */
const wanted = process.env['PHOTO_FRAME_EXECUTABLE'] === undefined ? all : all.slice(0, 1)

export const phone = { width: 390, height: 844, ratio: 2 } as const
export const desktop = { width: 1280, height: 800 } as const

/** What tests are given to open pages with. */
export interface BrowserOfTests {
  name: TestBrowser['name']
  open: (device: Device) => Promise<PageDriver>
}

/** Runs tests in each browser; they are skipped in one that is not installed. */
export function describeInBrowsers(
  title: string,
  tests: (browser: BrowserOfTests) => void,
  scheme: Scheme = 'light',
): void {
  for (const { name, isMissing, start } of wanted) {
    describe.skipIf(isMissing)(`${title} in ${name}`, () => {
      const running = Promise.withResolvers<RunningBrowser>()
      beforeAll(async () => running.resolve(await start(scheme)))
      afterAll(async () => (await running.promise)[Symbol.asyncDispose]())
      tests({ name, open: async (device) => (await running.promise).open(device) })
    })
  }
}
