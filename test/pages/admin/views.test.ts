import { expect, test } from 'bun:test'
import { admin } from '../../../src/pages/languages/en.json'
import { messagesOf } from '../../../src/pages/languages/messages.ts'
import { adminPage } from '../../support/admin-page.ts'
import { violationsOn } from '../../support/axe.ts'
import { describeInBrowser, desktop, phone } from '../../support/browsers/installed-browsers.ts'
import { sharedServer } from '../../support/shared-server.ts'
import { goThroughViews } from '../../support/views/every-view.ts'
import { files, hostile, startViewedService } from '../../support/views/viewed-service.ts'

const english = { code: 'en', t: messagesOf(admin, 'en') }
const sizesOfBoxes = `[...document.querySelectorAll('[type=checkbox]')]
  .filter((each) => each.checkVisibility())
  .map(({ offsetWidth, offsetHeight }) => offsetWidth + ' × ' + offsetHeight)`

/** The height of the lowest line that unfolds something, in CSS pixels. */
const smallestFold = `Math.min(99, ...[...document.querySelectorAll('summary')]
  .filter((each) => each.checkVisibility())
  .map((each) => each.offsetHeight))`

describeInBrowser('the admin page', ({ open, openAdmin }) => {
  const server = sharedServer({ files })

  test('breaks no rule for accessibility or its width, and has boxes to tick of one size', async () => {
    const sizes = new Set<string>()
    const screens = [1280, 320].map((width) => ({ width, height: 844 }))
    await using service = await startViewedService()
    await using driver = await open(screens.at(-1) ?? phone)
    await goThroughViews({ ...service, ...english, driver }, async (name) => {
      for (const screen of screens) {
        await driver.setScreen(screen)
        expect([name, screen, ...(await violationsOn(driver))]).toEqual([name, screen])
        expect(await adminPage(driver).tooWide()).toBeLessThanOrEqual(0)
        for (const size of await driver.evaluate<string[]>(sizesOfBoxes)) sizes.add(size)
        expect(await driver.evaluate<number>(smallestFold)).toBeGreaterThanOrEqual(44)
      }
    })
    const broken = driver.complaints.filter((text) => /Content.Security.Policy/.test(text))
    expect(broken).toEqual([])
    expect([...sizes]).toEqual(['22 × 22'])
  })

  test('shows the names of files and folders as text, whatever is in them', async () => {
    await using page = await openAdmin(desktop, server())
    await page.untilText('Summer & &lt;b&gt;')
    await page.show('pictures/Summer')
    await page.untilPictures(4)
    const names = (await page.names()).map((name) => name.replace(', can’t be shown', ''))
    const own = Object.keys(files).filter((path) => /^Summer[/][^/]+$/.test(path))
    expect(names.map((name) => `Summer/${name}`).toSorted()).toEqual(own.toSorted())
    await page.ask(`[...document.querySelectorAll('.picture')].find((each) =>
      each.getAttribute('aria-label').startsWith('&lt;img')).click()`)
    await page.until(`!!document.querySelector('.viewer')`)
    await page.untilOpen(hostile)
    expect(await page.ask<string>('document.title')).toBe('Summer · Photos')
  })

  test('has its header on the edges of its content, on any screen', async () => {
    await using page = await openAdmin(desktop, server())
    await page.until(`!!document.querySelector('.folders .cover')`)
    const box = (selector: string) =>
      `document.querySelector('${selector}').getBoundingClientRect()`
    for (const width of [320, 1440, 2400]) {
      await page.driver.setScreen({ width, height: 844 })
      const start = await page.ask<number>(`${box('.bar .icon')}.left - ${box('h1')}.left`)
      const end = await page.ask<number>(
        `${box('.bar > :last-child .icon')}.right - ${box('h1')}.right`,
      )
      // The labels on a phone are wider than the icons above them.
      if (width > 320) expect(Math.abs(start)).toBeLessThan(1)
      expect(Math.abs(end)).toBeLessThan(1)
      expect(
        await page.ask<number>(`${box('.bar nav a')}.bottom - ${box('.bar > :last-child')}.top`),
      ).toBeGreaterThan(0)
    }
  })

  test('tears no word of what can be done with selected pictures, however large its text', async () => {
    await using page = await openAdmin({ ...phone, fontSize: 32 }, server(), 'pictures/Summer')
    await page.click('.check')
    await page.until(`!!document.querySelector('.selection')`)
    const lines = await page.ask<number[]>(
      `[...document.querySelectorAll('.wide > button')].map((each) => {
        const range = document.createRange()
        range.selectNodeContents(each)
        return range.getClientRects().length
      })`,
    )
    expect(lines).toEqual([1, 1, 1, 1])
  })

  test('goes on without asking where a session ends in the middle', async () => {
    const service = server()
    await using driver = await open(phone)
    const page = adminPage(driver)
    await driver.forgetCookies()
    await page.open(service.url)
    await driver.forgetCookies()
    await page.press('New album')
    await page.enter('Winter')
    await page.untilHeading('Winter')
  })
})
