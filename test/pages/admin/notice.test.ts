import { expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { adminPage } from '../../support/admin-page.ts'
import { describeInBrowser } from '../../support/browsers/installed-browsers.ts'
import { noise } from '../../support/pixels.ts'
import { startServer } from '../../support/server.ts'
import { temporaryFolder } from '../../support/temporary.ts'

setDefaultTimeout(60_000)

const files = Object.fromEntries(
  [1, 2, 3, 4, 5].map((salt) => [`a/${salt}.png`, noise(60, 40, salt)] as const),
)

/** What the notice that is in front lies over, of what people press. */
const covered = `(() => {
  const notice = [...document.querySelectorAll('.notice')].at(-1).getBoundingClientRect()
  return [...document.querySelectorAll('.bar, .tools, .selection, .uploads, .viewer-bar')]
    .filter((each) => {
      const { top, bottom } = each.getBoundingClientRect()
      return top < notice.bottom && bottom > notice.top
    })
    .map(({ className }) => className)
})()`

describeInBrowser('the notice', ({ open }) => {
  test('covers no tools and no bar, on phones and on a desk', async () => {
    await using service = await startServer({ files })
    await using camera = await temporaryFolder()
    await using driver = await open({ width: 320, height: 700 })
    const page = adminPage(driver)
    await page.open(service.url)
    await page.show('pictures/a')
    await page.untilPictures(5)
    const check = async (text: string) => {
      await page.untilText(text)
      for (const width of [1280, 390, 320]) {
        await driver.setScreen({ width, height: 700 })
        await page.untilStill()
        expect([text, width, ...(await page.ask<string[]>(covered))]).toEqual([text, width])
        expect(
          await page.ask<number>(
            `innerHeight - [...document.querySelectorAll('.notice')].at(-1).getBoundingClientRect().bottom`,
          ),
        ).toBeWithin(0, 300)
      }
    }
    await page.click('[aria-label="Select 1.png"]')
    await page.press('Delete')
    await check('1 picture moved to the trash.')
    await page.click('[aria-label="Select 2.png"]')
    await check('1 of 4 pictures selected')
    await Bun.write(join(camera.path, '6.png'), noise(60, 40, 6))
    await page.addFiles([join(camera.path, '6.png')])
    await check('1 of 1 picture stored')
    await page.press('Cancel')
    await page.until(`!document.querySelector('.selection')`)
    await check('1 of 1 picture stored')
    await page.press('Undo')
    await check('1 picture restored.')
    await page.untilPictures(6)
    await page.click('[aria-label="3.png"]')
    const isOpen = (name: string) =>
      `document.querySelector('.viewer .name')?.textContent.startsWith('${name}')`
    await page.until(isOpen('3.png'))
    await page.press('Delete')
    await page.until(isOpen('4.png'))
    await check('1 picture moved to the trash.')
    await page.press('Undo')
    await check('1 picture restored.')
  })
})
