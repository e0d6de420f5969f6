import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { adminPage } from '../../support/admin-page.ts'
import { startChromium } from '../../support/browsers/chromium-driver.ts'
import { noise } from '../../support/pixels.ts'
import { lacks } from '../../support/programs.ts'
import { eventually, startServer } from '../../support/server.ts'
import { temporaryFolder } from '../../support/temporary.ts'
import { faultsOnPage } from '../languages/pseudo-language.ts'

setDefaultTimeout(180_000)

const files = {
  'Summer/1.png': noise(60, 40, 1),
  'Summer/2.png': noise(60, 40, 2),
  'Summer/broken.jpg': Buffer.from('no picture'),
  'Rome/3.png': noise(60, 40, 3),
}

/** The controls and headings on the screen: what they are, and their height in CSS pixels. */
const heights = `[...([...document.querySelectorAll('dialog')].at(-1) ?? document)
  .querySelectorAll('h1, h2, button, .button, input:not([type=checkbox], .visually-hidden), .bar a, .icon')]
  .filter((each) => each.checkVisibility() && !each.closest('.grid, .strip, .timeline'))
  .map((each) => [each.outerHTML.slice(0, 80), each.getBoundingClientRect().height])`

/** Goes through the views with text of some size, and looks at each. */
async function walk(
  screen: { width: number; height: number; fontSize: number },
  look: (page: ReturnType<typeof adminPage>) => Promise<void>,
) {
  await using service = await startServer({ files, env: { MAX_FILE_SIZE: '1KB' } })
  await using camera = await temporaryFolder()
  await fetch(`${service.url}/api/images/random?frame=hall&width=800&height=480`)
  await using driver = await (await startChromium('light')).open(screen)
  const page = adminPage(driver)
  const check = async () => {
    await page.untilStill()
    await look(page)
  }
  const checkDialog = async () => {
    await page.until(`!!document.querySelector('dialog :is(h2, [role=menu])')`)
    await check()
    // The first may close suggestions for an input.
    await eventually(async () => {
      await driver.press('Escape')
      return page.ask<boolean>(`!document.querySelector('dialog')`)
    })
  }
  await driver.navigate(`${service.url}/admin`)
  await page.until(`!!document.querySelector('input[name=password]')`)
  await check()
  await page.open(service.url)
  await page.untilText('Summer')
  await check()
  await page.show('pictures/Summer')
  await page.untilPictures(3)
  await check()
  await page.click('main [aria-haspopup]')
  await checkDialog()
  await page.press('New folder')
  await checkDialog()
  for (const action of ['Invite guests', 'Rename', 'Move', 'Delete folder']) {
    await page.choose(action)
    await checkDialog()
  }
  await page.click('.check')
  await page.untilText('1 of 3 pictures selected')
  await check()
  await page.press('Move')
  await checkDialog()
  await page.press('Cancel')
  const photos = ['4.png', '5.png'].map((name) => join(camera.path, name))
  for (const photo of photos) await Bun.write(photo, noise(60, 40, 1))
  await page.addFiles(photos)
  await page.untilText('Make all 2 smaller')
  await check()
  await page.press('Clear')
  await page.show('frames')
  await page.untilText('hall')
  await check()
  for (const button of ['Settings', 'Show a picture …', 'Connect a frame']) {
    await page.press(button)
    await checkDialog()
  }
  await page.show('status')
  await page.until(`!!document.querySelector('.unreadable button')`)
  await check()
}

describe.skipIf(lacks('chromium'))('with text of twice the size', () => {
  test.each([320, 768, 1440])('nothing is cut or over another: %d', async (width) => {
    await walk({ width, height: 900, fontSize: 32 }, async (page) => {
      expect(await page.ask<string[]>(faultsOnPage())).toEqual([])
      // The header is one row.
      const tops = await page.ask<number[]>(
        `[...document.querySelectorAll('.bar > *')].map((each) => each.getBoundingClientRect().top)`,
      )
      for (const top of tops) expect(Math.abs(top - (tops[0] ?? 0))).toBeLessThan(32)
    })
  })

  test('everything grows together: a screen of twice the size shows the same', async () => {
    const seen: [string, number][][] = []
    const note = async (page: ReturnType<typeof adminPage>) =>
      void seen.push(await page.ask<[string, number][]>(heights))
    await walk({ width: 390, height: 844, fontSize: 16 }, note)
    const views = seen.splice(0)
    await walk({ width: 780, height: 1688, fontSize: 32 }, note)
    expect(views.length).toBe(seen.length)
    for (const [view, all] of views.entries()) {
      for (const [index, [element, height]] of all.entries()) {
        const [, grown] = seen[view]?.[index] ?? ['', 0]
        // Lines around things stay as thin as they are.
        expect(`${element} ${Math.abs(grown - 2 * height) <= 3}`).toBe(`${element} true`)
      }
    }
  })
})
