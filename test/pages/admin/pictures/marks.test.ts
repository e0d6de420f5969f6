import { expect, test } from 'bun:test'
import { describeInBrowser, phone } from '../../../support/browsers/installed-browsers.ts'
import { pictures } from '../../../support/pixels.ts'
import { startServer } from '../../../support/server.ts'

describeInBrowser('marks of pictures', ({ openAdmin }) => {
  test('are set in the picture view, seen in the grid, and filter it', async () => {
    await using service = await startServer({ files: pictures(3) })
    const marked = async (marks: object[]) =>
      expect(await service.told('GET /api/folders?path=')).toMatchObject({ images: marks })
    const none = { hidden: false, favourite: false }
    await using page = await openAdmin(phone, service)
    await page.untilPictures(3)
    expect(await page.ask<boolean>(`document.body.innerText.includes('Favourites')`)).toBe(false)

    await page.click('[aria-label="1.png"]')
    await page.click('[aria-label=Favourite]')
    await page.until(`!!document.querySelector('[aria-label=Favourite][aria-pressed=true]')`)
    await page.click('[aria-label="Next photo"]')
    await page.untilOpen('2.png')
    await page.choose('Hide from frames', '.viewer')
    await page.untilText('hidden from frames', '.viewer .name')
    await marked([{ ...none, favourite: true }, { ...none, hidden: true }, none])
    await page.press('Close')
    await page.until(`!document.querySelector('.viewer')`)
    expect(await page.names()).toEqual(['1.png, favourite', '2.png, hidden from frames', '3.png'])
    await page.show('photos')
    await page.press('Favourites 1')
    await page.untilPictures(1)
    expect(await page.names()).toEqual(['1.png, favourite'])
    await page.press('Hidden 1')
    await page.until(`!!document.querySelector('[aria-label="2.png, hidden from frames"]')`)
    await page.untilPictures(1)
    await page.click('.picture')
    await page.choose('Show on frames again', '.viewer')
    // Once the last one is gone, there is nothing to filter.
    await page.untilPictures(3)
    await marked([{ ...none, favourite: true }, none, none])
  })

  test('have an open picture that is no favourite any more leave its place to the next', async () => {
    await using service = await startServer({ files: pictures(3) })
    const images = ['1.png', '2.png', '3.png']
    await service.told('POST /api/images/marks', { images, favourite: true })
    await using page = await openAdmin(phone, service, 'photos', 3)
    await page.press('Favourites 3')
    await page.click('[aria-label="2.png, favourite"]')
    await page.untilOpen('2.png')
    await page.click('[aria-label=Favourite]')
    await page.untilOpen('3.png')
    await page.click('[aria-label=Favourite]')
    await page.untilOpen('1.png')
    await page.click('[aria-label=Favourite]')
    await page.until(`!document.querySelector('.viewer')`)
  })
})
