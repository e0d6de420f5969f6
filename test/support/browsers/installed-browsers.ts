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

/** In what the tests of pages run. */
let usual: { browser: Installed; scheme: Scheme } = { browser: chromium, scheme: 'light' }

/** Has the tests of pages that some work loads run in another browser, or in the dark. */
async function otherwise(other: Partial<typeof usual>, load: () => Promise<void>): Promise<void> {
  const before = usual
  usual = { ...usual, ...other }
  await load().finally(() => (usual = before))
}

export const inFirefox = (load: () => Promise<void>) => otherwise({ browser: firefox }, load)

/** Has those alone run that `describeInEachScheme` is told. */
export const inTheDark = (load: () => Promise<void>) => otherwise({ scheme: 'dark' }, load)

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

/** Runs tests in a browser; they are skipped where it is missing. */
function describeIn(
  { name, isMissing, start }: Installed,
  title: string,
  tests: (browser: BrowserOfTests) => void,
): void {
  const { scheme } = usual
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
export function describeInBrowser(title: string, tests: (browser: BrowserOfTests) => void): void {
  if (usual.scheme === 'light') describeIn(usual.browser, title, tests)
}

/** Runs tests as `describeInBrowser` does; `npm run test:long` runs them in the dark, too. */
export const describeInEachScheme = (
  title: string,
  tests: (browser: BrowserOfTests) => void,
): void => describeIn(usual.browser, `${title}, ${usual.scheme},`, tests)

/** Runs tests in both browsers. An executable has the same page as the source: one is enough for it. */
export function describeInBothBrowsers(
  title: string,
  tests: (browser: BrowserOfTests) => void,
): void {
  const { browser, scheme } = usual
  if (scheme === 'dark') return
  const isOfSource = process.env['PHOTO_FRAME_EXECUTABLE'] === undefined
  for (const each of isOfSource && browser === chromium ? [chromium, firefox] : [browser]) {
    describeIn(each, title, tests)
  }
}
