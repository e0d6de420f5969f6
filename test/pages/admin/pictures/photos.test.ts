import { expect, test } from 'bun:test'
import { describeInBrowser, desktop, phone } from '../../../support/browsers/installed-browsers.ts'
import { shotAt, withTiff } from '../../../support/exif.ts'
import { invite, sendAsGuest } from '../../../support/inviting.ts'
import { camera } from '../../../support/guest-page.ts'
import { noise, pictures } from '../../../support/pixels.ts'
import { eventually, startServer } from '../../../support/server.ts'
import { sharedServer } from '../../../support/shared-server.ts'
import { expectStored } from '../../expect-stored.ts'

const photo = async (date: string, salt: number) =>
  withTiff(await new Bun.Image(noise(60, 40, salt)).jpeg().bytes(), shotAt(date))

const years = Array.from({ length: 12 }, (_, index) => 2024 - index)
/** 25 photos of each March, and of each August, in two albums. */
const many: Record<string, Uint8Array> = {}
for (const year of years) {
  for (const [month, album] of [
    ['03', 'Rome'],
    ['08', 'Family/Home'],
  ]) {
    const picture = await photo(`${year}:${month}:10 10:00:00`, year)
    for (let index = 0; index < 25; index += 1) many[`${album}/${year}-${index}.jpg`] = picture
  }
}
const heading = `([...document.querySelectorAll('.month-bar h2')].findLast((each, index) =>
  index === 0 || each.getBoundingClientRect().top < 120)?.innerText.replace(/\\s+/g, ' ') ?? '')`
const hash = 'decodeURIComponent(location.hash)'

describeInBrowser('the photos of all albums', ({ openAdmin }) => {
  const server = sharedServer({ files: many })

  test('stand by month, any year of which the rail leads to, and keep their place', async () => {
    const service = server()
    await using page = await openAdmin(desktop, service, 'photos')
    await page.until(`${heading} === 'August 2024 Home'`)
    await page.ask(`document.querySelector('.rail').focus({ focusVisible: true })`)
    await page.driver.press('End')
    await page.until(`${heading} === 'August 2013 Home'`)
    await page.until(`!!document.querySelector('[aria-label="2013-0.jpg"]')`)
    await page.driver.press('ArrowUp')
    await page.until(`${heading} === 'August 2014 Home'`)
    await page.until(`!!document.querySelector('[aria-label="2014-0.jpg"]')`)
    await page.show('frames')
    await page.untilHeading('Frames')
    await page.ask('history.back()')
    await page.until(`${heading} === 'August 2014 Home'`)

    // A picture that is far away opens by its address.
    await page.driver.navigate(`${service.url}/admin?far#/photos/Rome/2019-24.jpg`)
    await page.untilOpen('2019-24.jpg')
    await page.untilText('March 10, 2019 Rome', '.viewer .name')
    await page.driver.press('Escape')
    await page.untilClosed()
    expect(await page.ask<string>(hash)).toBe('#/photos')
    await page.until(`${heading}.endsWith('2019 Rome')`)
    await page.select('2019-24.jpg')
    await page.press('All')
    await page.untilText('600 of 600 photos selected')
  })

  test.each([
    ['march 2019', '25 photos', 'March 2019'],
    ['2013', '50 photos', 'August 2013'],
    ['HOME', '1 album', ''],
    ['2016-7', '2 photos', 'Mar – Aug 2016'],
  ])('are found by month, year and name: %s', async (text, found, month) => {
    await using page = await openAdmin(phone, server(), `search/${text}`)
    await page.untilText(found)
    await page.until(`${heading}.startsWith('${month}')`)
  })
})

describeInBrowser('the photos', ({ openAdmin }) => {
  test('are added to the album that is chosen, or at once where there is none', async () => {
    await using service = await startServer()
    await using photos = await camera(2)
    await using page = await openAdmin(phone, service, 'photos')
    await page.untilText('There is nothing here yet')
    await page.addFiles(photos.paths)
    await page.untilText('2 of 2 photos stored')
    await expectStored(service.uploadsDir, photos.paths)
    await page.press('Clear the list')
    await service.told('POST /api/folders', { path: 'Rome', name: 'Rome' })
    await page.addFiles(photos.paths)
    await page.press('Rome')
    await eventually(() => expectStored(service.at('Rome'), photos.paths))
  })

  test('go to the album that was used last by one tap, where it is still there, and back by Undo', async () => {
    const files = { ...pictures(4, 'New/'), 'Rome/5.png': noise(60, 40, 5) }
    await using service = await startServer({ files })
    await using page = await openAdmin(phone, service, 'pictures/New', 4)
    await page.select('1.png')
    await page.press('Move')
    await page.press('Rome')
    await page.untilText('1 photo moved to “Rome”.')
    await page.untilPictures(3)
    await page.select('2.png', '3.png', '4.png')
    await page.press('Move to “Rome”')
    await page.untilText('3 photos moved to “Rome”.')
    await page.untilPictures(0)
    await page.press('Undo')
    await page.untilPictures(3)
    const offersFor = async (album: string, picture: string) => {
      await page.show(`pictures/${album}`)
      await page.select(picture)
      // It lists the same albums.
      await page.press('Move')
      await page.until(`document.querySelectorAll('.picker li').length === 2`)
      await page.press('Cancel')
      return page.texts('fieldset > button')
    }
    expect(await offersFor('Rome', '1.png')).toEqual([])
    await service.told('PATCH /api/folders', { path: 'Rome', newPath: 'Roma' })
    expect(await offersFor('New', '2.png')).toEqual([])
  })

  test('of guests wait for a yes, and several are changed at once', async () => {
    await using service = await startServer({ files: pictures(3, 'Rome/') })
    const { token } = await invite(service, { folder: 'Rome', review: true })
    await sendAsGuest(service, token, { 'a.png': noise(50, 40, 8), 'b.png': noise(50, 40, 9) })
    await using page = await openAdmin(phone, service, 'photos')
    await page.press('2 wait for you')
    await page.untilPictures(2)
    await page.click('.picture')
    await page.choose('Show on frames again', '.viewer')
    await page.untilText('1 waits for you')
    // The other one takes its place.
    await page.press('Close')
    await page.untilClosed()
    await page.press('Show all')
    await page.untilPictures(5)
    const listed = async () => (await service.told('GET /api/folders?path=Rome')).images
    expect(await listed()).not.toContainEqual(expect.objectContaining({ hidden: true }))

    await page.select('1.png', '2.png')
    await page.press('Favourite')
    await page.until(`!!document.querySelector('.selection [aria-pressed=true]')`)
    await page.choose('Hide from frames', '.selection')
    await page.untilText('Hidden 2')
    const both = { favourite: true, hidden: true }
    expect(await listed()).toMatchObject([both, both, { favourite: false, hidden: false }, {}, {}])
  })
})

describeInBrowser('the open picture', ({ openAdmin }) => {
  test('has keys, which a list names, and comes back when its deletion is undone', async () => {
    await using service = await startServer({ files: pictures(3, 'Rome/') })
    await using page = await openAdmin(desktop, service, 'picture/Rome/2.png')
    await page.untilOpen('2.png')
    const { driver } = page
    await driver.press('f')
    await page.until(`!!document.querySelector('[aria-label=Favourite][aria-pressed=true]')`)
    await driver.press('i')
    await page.until(`!!document.querySelector('.viewer-facts')`)
    await driver.press('?')
    await page.untilText('Rotate right', '.viewer dialog')
    await driver.press('Escape')
    await page.until(`!document.querySelector('.viewer dialog')`)
    await driver.press('r')
    await page.untilText('Only JPEG photos can be rotated.')
    await driver.press('Delete')
    await page.untilOpen('3.png')
    await page.press('Undo')
    await page.untilOpen('2.png')
  })
})
