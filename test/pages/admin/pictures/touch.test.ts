import { expect, test } from 'bun:test'
import { describeInEachBrowser, phone } from '../../../support/browsers/installed-browsers.ts'
import { pictures } from '../../../support/pixels.ts'
import { startServer } from '../../../support/server.ts'

/** Long enough for a hold on any phone, in milliseconds. */
const hold = 800

describeInEachBrowser('fingers on the page', ({ openAdmin }) => {
  test('select by a hold, then by taps, delete what is selected, and open a picture by a tap', async () => {
    await using service = await startServer({ files: pictures(4) })
    await using page = await openAdmin(phone, service)
    await page.untilPictures(4)
    await page.touch('[aria-label="2.png"]', hold)
    await page.untilText('1 of 4 photos selected')
    await page.touch('[aria-label="4.png"]')
    await page.untilText('2 of 4 photos selected')
    expect(await page.texts('.viewer')).toEqual([])
    await page.touchButton('Delete')
    await page.untilPictures(2)
    expect(await page.names()).toEqual(['1.png', '3.png'])
    await page.untilText('2 photos moved to the trash.')

    await page.touch('[aria-label="1.png"]')
    await page.untilOpen('1.png')
    const { x, y } = await page.placeOf('.stage')
    const [left, right] = [
      { x: x - 120, y },
      { x: x + 120, y },
    ]
    // There is none before the first, nor after the last.
    for (const [from, to, name] of [
      [left, right, '1.png'],
      [right, left, '3.png'],
      [right, left, '3.png'],
      [left, right, '1.png'],
    ] as const) {
      await page.driver.swipe(from, to)
      await page.untilOpen(name)
    }
    await page.touchButton('Close')
    await page.untilClosed()
  })
})
