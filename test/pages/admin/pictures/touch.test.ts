import { expect, test } from 'bun:test'
import { openAdmin } from '../../../support/admin-page.ts'
import { describeInEachBrowser, phone } from '../../../support/browsers/installed-browsers.ts'
import { pictures } from '../../../support/pixels.ts'
import { startServer } from '../../../support/server.ts'

const files = pictures(4)
/** Long enough for a hold on any phone, in milliseconds. */
const hold = 800

describeInEachBrowser('fingers on the page', ({ open }) => {
  test('select by a hold, then by taps, and delete what is selected', async () => {
    await using service = await startServer({ files })
    await using page = await openAdmin(open, phone, service)
    await page.untilPictures(4)
    await page.touch('[aria-label="2.png"]', hold)
    await page.untilText('1 of 4 pictures selected')
    await page.touch('[aria-label="4.png"]')
    await page.untilText('2 of 4 pictures selected')
    expect(await page.ask<boolean>(`!!document.querySelector('.viewer')`)).toBe(false)
    await page.touchButton('Delete')
    await page.untilPictures(2)
    expect(await page.names()).toEqual(['1.png', '3.png'])
    await page.untilText('2 pictures moved to the trash.')
  })

  test('open a picture by a tap, and turn to others by swipes', async () => {
    await using service = await startServer({ files })
    await using page = await openAdmin(open, phone, service)
    await page.untilPictures(4)
    await page.touch('[aria-label="2.png"]')
    const isShown = (name: string) =>
      page.until(`document.querySelector('.viewer .name')?.textContent.startsWith('${name}')`)
    await isShown('2.png')
    const { x, y } = await page.placeOf('.stage')
    const [left, right] = [
      { x: x - 120, y },
      { x: x + 120, y },
    ]
    await page.driver.swipe(right, left)
    await isShown('3.png')
    await page.driver.swipe(left, right)
    await isShown('2.png')
    await page.driver.swipe(left, right)
    await isShown('1.png')
    // There is none before the first.
    await page.driver.swipe(left, right)
    await isShown('1.png')
    await page.touchButton('Close')
    await page.until(`!document.querySelector('.viewer')`)
  })
})
