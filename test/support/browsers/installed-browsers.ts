import { describe } from 'bun:test'
import { lacks } from '../programs.ts'
import { startChromium } from './chromium-driver.ts'
import { startFirefox } from './firefox-driver.ts'
import type { Device, PageDriver, RunningBrowser, Scheme, TestBrowser } from './page-driver.ts'

const chromium: Installed = { name: 'Chromium', isMissing: lacks('chromium'), start: startChromium }
const firefox: Installed = { name: 'Firefox', isMissing: lacks('firefox'), start: startFirefox }

interface Installed extends TestBrowser {
  isMissing: boolean
}

/** The browser that the tests of pages run in. */
let usual = chromium

/** Has the tests of pages that some work loads run in Firefox. */
export async function inFirefox(load: () => Promise<void>): Promise<void> {
  usual = firefox
  await load().finally(() => (usual = chromium))
}

export const phone = { width: 390, height: 844, ratio: 2 } as const
export const desktop = { width: 1280, height: 800 } as const

/** What tests are given to open pages with. */
export interface BrowserOfTests {
  name: TestBrowser['name']
  open: (device: Device) => Promise<PageDriver>
}

/**
 * The browsers that have been started, by name and scheme. A start takes seconds, so each serves all tests of
 * a process, and ends with it.
 */
const running = new Map<string, Promise<RunningBrowser>>()

/** Runs tests in a browser, of the person who prefers a scheme; they are skipped where it is missing. */
function describeIn(
  { name, isMissing, start }: Installed,
  title: string,
  tests: (browser: BrowserOfTests) => void,
  scheme: Scheme,
): void {
  describe.skipIf(isMissing)(`${title} in ${name}`, () => {
    tests({
      name,
      open: async (device) => {
        const key = `${name} ${scheme}`
        const browser = running.get(key) ?? start(scheme)
        running.set(key, browser)
        return (await browser).open(device)
      },
    })
  })
}

/** Runs tests in Chromium; `npm run test:long` runs them in Firefox, too. */
export const describeInBrowser = (
  title: string,
  tests: (browser: BrowserOfTests) => void,
  scheme: Scheme = 'light',
): void => describeIn(usual, title, tests, scheme)

/** Runs tests in both browsers. An executable has the same page as the source: one is enough for it. */
export function describeInBothBrowsers(
  title: string,
  tests: (browser: BrowserOfTests) => void,
): void {
  const isOfSource = process.env['PHOTO_FRAME_EXECUTABLE'] === undefined
  for (const each of isOfSource && usual === chromium ? [chromium, firefox] : [usual]) {
    describeIn(each, title, tests, 'light')
  }
}
