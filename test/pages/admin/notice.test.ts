import { expect, test } from 'bun:test'
import { describeInBrowser } from '../../support/browsers/installed-browsers.ts'
import { noise, pictures } from '../../support/pixels.ts'
import { startServer } from '../../support/server.ts'
import { folderWith } from '../../support/temporary.ts'

const files = pictures(5, 'a/')

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

describeInBrowser('the notice', ({ openAdmin }) => {
  test('covers no tools and no bar, on phones and on a desk', async () => {
    await using service = await startServer({ files })
    await using photos = await folderWith({ '6.png': noise(60, 40, 6) })
    await using page = await openAdmin({ width: 320, height: 700 }, service, 'pictures/a', 5)
    const check = async (text: string) => {
      await page.untilText(text)
      for (const width of [1280, 390, 320]) {
        await page.driver.setScreen({ width, height: 700 })
        await page.untilStill()
        expect([text, width, ...(await page.ask<string[]>(covered))]).toEqual([text, width])
        const bottom = `[...document.querySelectorAll('.notice')].at(-1).getBoundingClientRect().bottom`
        expect(await page.ask<number>(`innerHeight - ${bottom}`)).toBeWithin(0, 300)
      }
    }
    await page.select('1.png')
    await page.press('Delete')
    await check('1 photo moved to the trash.')
    await page.select('2.png')
    await check('1 of 4 photos selected')
    await page.addFiles(photos.paths)
    await check('1 of 1 photo stored')
    await page.press('Cancel')
    await page.until(`!document.querySelector('.selection')`)
    await check('1 of 1 photo stored')
    await page.press('Undo')
    await check('1 photo restored.')
    await page.untilPictures(6)
    await page.click('[aria-label="3.png"]')
    await page.untilOpen('3.png')
    await page.press('Delete')
    await page.untilOpen('4.png')
    await check('1 photo moved to the trash.')
    await page.press('Undo')
    await check('1 photo restored.')
  })
})
