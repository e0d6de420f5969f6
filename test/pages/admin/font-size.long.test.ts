import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { admin } from '../../../src/pages/languages/en.ts'
import { formatsOf } from '../../../src/pages/languages/formats.ts'
import { startChromium } from '../../support/browsers/chromium-driver.ts'
import { lacks } from '../../support/programs.ts'
import { goThroughViews } from '../../support/views/every-view.ts'
import { faultsOnPage } from '../../support/views/page-faults.ts'
import { startViewedService } from '../../support/views/viewed-service.ts'

setDefaultTimeout(180_000)

const english = { code: 'en', t: admin(formatsOf('en')) }

/** The controls and headings on the screen: what they are, and their height in CSS pixels. */
const heights = `[...([...document.querySelectorAll('dialog')].at(-1) ?? document)
  .querySelectorAll('h1, h2, button, .button, input:not([type=checkbox], .visually-hidden), .bar a, .icon')]
  .filter((each) => each.checkVisibility() && !each.closest('.grid, .strip, .choices'))
  .map((each) => [each.outerHTML.slice(0, 80), each.getBoundingClientRect().height])`

describe.skipIf(lacks('chromium'))('with text of twice the size', () => {
  test('nothing is cut or over another: on a phone, a tablet and a computer', async () => {
    const phone = { width: 320, height: 900, fontSize: 32 }
    await using service = await startViewedService()
    await using driver = await (await startChromium('light')).open(phone)
    await goThroughViews({ ...service, ...english, driver }, async (name) => {
      for (const width of [1440, 768, 320]) {
        await driver.setScreen({ ...phone, width })
        const faults = await driver.evaluate<string[]>(faultsOnPage())
        expect([name, width, ...faults]).toEqual([name, width])
        // The header is one row.
        const tops = await driver.evaluate<number[]>(
          `[...document.querySelectorAll('.bar > *')].map((each) => each.getBoundingClientRect().top)`,
        )
        for (const top of tops) expect(Math.abs(top - (tops[0] ?? 0))).toBeLessThan(32)
      }
    })
  })

  test('everything grows together: a screen of twice the size shows the same', async () => {
    const phone = { width: 390, height: 844, fontSize: 16 }
    await using service = await startViewedService()
    await using driver = await (await startChromium('light')).open(phone)
    const note = () => driver.evaluate<[string, number][]>(heights)
    await goThroughViews({ ...service, ...english, driver }, async (name) => {
      const usual = await note()
      await driver.setScreen({ width: 780, height: 1688, fontSize: 32 })
      const grown = await note()
      await driver.setScreen(phone)
      for (const [index, [element, height]] of usual.entries()) {
        const [, larger = 0] = grown[index] ?? []
        // Lines around things stay as thin as they are.
        const isTwice = Math.abs(larger - 2 * height) <= 3
        expect(`${name}: ${element} ${isTwice}`).toBe(`${name}: ${element} true`)
      }
    })
  })
})
