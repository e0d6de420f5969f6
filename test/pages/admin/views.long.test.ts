import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { admin } from '../../../src/pages/languages/en.json'
import { messagesOf } from '../../../src/pages/languages/messages.ts'
import { violationsOn } from '../../support/axe.ts'
import { startChromium } from '../../support/browsers/chromium-driver.ts'
import { lacks } from '../../support/programs.ts'
import { eventually } from '../../support/server.ts'
import { goThroughViews } from '../../support/views/every-view.ts'
import { goThroughGuestViews } from '../../support/views/guest-views.ts'
import { faultsOnPage } from '../../support/views/page-faults.ts'
import { startViewedService } from '../../support/views/viewed-service.ts'

setDefaultTimeout(180_000)

const english = { code: 'en', t: messagesOf(admin, 'en') }

/** The controls and headings on the screen, once nothing moves: what they are, and their height in CSS pixels. */
const heights = `document.getAnimations().forEach((each) => {
    if (each.effect.getComputedTiming().endTime < Infinity) each.finish()
  }), [...([...document.querySelectorAll('dialog')].at(-1) ?? document)
  .querySelectorAll('h1, h2, button, .button, input:not([type=checkbox], .visually-hidden), .bar a, .icon')]
  .filter((each) => each.checkVisibility() && !each.closest('.grid, .choices'))
  .map((each) => [each.outerHTML.slice(0, 80), each.getBoundingClientRect().height])`

const elementsOf = (noted: [string, number][]) => noted.map(([element]) => element)

describe.skipIf(lacks('chromium'))('in the dark, and with text of twice the size', () => {
  test('the admin page breaks no rule for accessibility, and nothing is cut or over another', async () => {
    const phone = { width: 390, height: 844, fontSize: 16 }
    await using service = await startViewedService()
    await using driver = await (await startChromium('light')).open(phone)
    const note = () => driver.evaluate<[string, number][]>(heights)
    await goThroughViews({ ...service, ...english, driver }, async (name) => {
      let [usual, grown] = [await note(), await note()]
      // What the service answers meanwhile may change the page.
      await eventually(async () => {
        await driver.setScreen(phone)
        usual = await note()
        // A screen of twice the size shows the same.
        await driver.setScreen({ width: 780, height: 1688, fontSize: 32 })
        grown = await note()
        return Bun.deepEquals(elementsOf(usual), elementsOf(grown))
      })
      for (const [index, [element, height]] of usual.entries()) {
        const [, larger = 0] = grown[index] ?? []
        // Lines around things stay as thin as they are.
        const isTwice = Math.abs(larger - 2 * height) <= 3
        expect(`${name}: ${element} ${isTwice}`).toBe(`${name}: ${element} true`)
      }
      for (const width of [1440, 768, 320]) {
        await driver.setScreen({ width, height: 900, fontSize: 32 })
        const faults = await driver.evaluate<string[]>(faultsOnPage())
        expect([name, width, ...faults]).toEqual([name, width])
        // The header is one row.
        const tops = await driver.evaluate<number[]>(
          `[...document.querySelectorAll('.bar > *')].map((each) => each.getBoundingClientRect().top)`,
        )
        for (const top of tops) expect(Math.abs(top - (tops[0] ?? 0))).toBeLessThan(32)
      }
      await driver.setScreen(phone, 'dark')
      expect([name, ...(await violationsOn(driver))]).toEqual([name])
      await driver.setScreen(phone)
    })
  })

  test('the guests’ page breaks no rule for accessibility or its width', async () => {
    const screen = { width: 320, height: 700, fontSize: 32 }
    await using driver = await (await startChromium('dark')).open(screen)
    await goThroughGuestViews(driver, async (page) => {
      expect(await page.ask<string>(`getComputedStyle(document.body).fontSize`)).toBe('32px')
      expect(await violationsOn(driver)).toEqual([])
      expect(await page.tooWide()).toBeLessThanOrEqual(0)
    })
  })
})
