import { describe, setDefaultTimeout } from 'bun:test'
import { adminPage, type OpenAdminPage } from '../admin-page.ts'
import { lacks } from '../programs.ts'
import { startChromium } from './chromium-driver.ts'
import { startFirefox } from './firefox-driver.ts'
import type { Device, PageDriver, RunningBrowser, TestBrowser } from './page-driver.ts'

const chromium: Installed = {
  name: 'Chromium',
  isMissing: lacks('chromium'),
  start: () => startChromium('light'),
}
const firefox: Installed = { name: 'Firefox', isMissing: lacks('firefox'), start: startFirefox }

interface Installed extends TestBrowser {
  isMissing: boolean
}

/** In what the tests of pages run. */
let usual = chromium

/** Has the tests that some work loads run in Firefox: those alone that `describeInEachBrowser` is told. */
export async function inFirefox(load: () => Promise<void>): Promise<void> {
  usual = firefox
  await load().finally(() => (usual = chromium))
}

export const phone = { width: 390, height: 844, ratio: 2 } as const
export const desktop = { width: 1280, height: 800 } as const

interface BrowserOfTests {
  name: TestBrowser['name']
  open: (device: Device) => Promise<PageDriver>
  /**
   * Opens the admin page of a service and logs in, and goes to a view where one is given.
   * @param pictures how many the view shows: they are waited for.
   */
  openAdmin: (
    device: Device,
    service: { url: string },
    view?: string,
    pictures?: number,
  ) => Promise<OpenAdminPage>
}

/**
 * The browsers that have been started, by name. A start takes seconds, so each serves all tests of a process,
 * and ends with it.
 */
const running = new Map<string, Promise<RunningBrowser>>()

/** Runs tests in a browser; they are skipped where it is missing. */
function describeIn(
  { name, isMissing, start }: Installed,
  title: string,
  tests: (browser: BrowserOfTests) => void,
): void {
  describe.skipIf(isMissing)(`${title} in ${name}`, () => {
    setDefaultTimeout(120_000)
    const open = async (device: Device) => {
      const browser = running.get(name) ?? start()
      running.set(name, browser)
      return (await browser).open(device)
    }
    tests({
      name,
      open,
      openAdmin: async (device, { url }, view, pictures) => {
        const driver = await open(device)
        const page = adminPage(driver)
        await page.open(url)
        // Loaded there, it never shows the pictures at the top first.
        if (view !== undefined) await driver.navigate(`${url}/admin?view#/${view}`)
        if (pictures !== undefined) await page.untilPictures(pictures)
        return { ...page, driver, [Symbol.asyncDispose]: () => driver[Symbol.asyncDispose]() }
      },
    })
  })
}

export function describeInBrowser(title: string, tests: (browser: BrowserOfTests) => void): void {
  if (usual === chromium) describeIn(chromium, title, tests)
}

/** Runs tests of what browsers do each in its own way in Chromium; `npm run test:long` in Firefox, too. */
export const describeInEachBrowser = (
  title: string,
  tests: (browser: BrowserOfTests) => void,
): void => describeIn(usual, title, tests)

export function describeInBothBrowsers(
  title: string,
  tests: (browser: BrowserOfTests) => void,
): void {
  for (const each of [chromium, firefox]) describeIn(each, title, tests)
}
