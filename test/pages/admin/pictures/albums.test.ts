import { expect, test } from 'bun:test'
import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { describeInBrowser, desktop, phone } from '../../../support/browsers/installed-browsers.ts'
import { twoDrawings } from '../../../support/browsers/page-driver.ts'
import { noise } from '../../../support/pixels.ts'
import { startServer } from '../../../support/server.ts'
import { sharedServer } from '../../../support/shared-server.ts'

const hash = 'decodeURIComponent(location.hash)'
/** The path of the picture on the tile of a folder; null for a sign. */
const coverOf = (folder: string) => `(() => {
  const tile = [...document.querySelectorAll('.folders a')].find((each) =>
    each.querySelector('.name').textContent === '${folder}')
  const src = tile?.querySelector('img')?.getAttribute('src')
  return src === undefined ? null : decodeURIComponent(new URL(src, location).pathname)
})()`
const inStrip = `[...document.querySelectorAll('.strip button')].map((each) => each.ariaLabel)`

describeInBrowser('albums', ({ openAdmin }) => {
  test('show the picture that stands for them, which others choose, and a sign while empty', async () => {
    await using service = await startServer({
      files: { 'é & b/1.png': noise(60, 40, 1), 'é & b/c/2.png': noise(40, 60, 2) },
    })
    await mkdir(service.at('none'))
    await using page = await openAdmin(phone, service)
    await page.hurry()
    await page.until(`${coverOf('é & b')} === '/uploads/é & b/1.png'`)
    await page.until(`document.querySelector('.folders img').naturalWidth > 0`)
    expect(await page.ask<string | null>(coverOf('none'))).toBeNull()
    const cover = { path: 'é & b', image: 'é & b/c/2.png' }
    await service.told('PUT /api/folders/cover', cover)
    await page.until(`${coverOf('é & b')} === '/uploads/é & b/c/2.png'`)
    await writeFile(service.at('none/3.png'), noise(60, 40, 3))
    await page.until(`${coverOf('none')} === '/uploads/none/3.png'`)
  })

  test('are below what came last, which opens, and is shown whole in pages', async () => {
    const old = Object.fromEntries(
      Array.from({ length: 310 }, (_, index) => [`many/${index}.png`, noise(6, 4, index)]),
    )
    await using service = await startServer({ files: old })
    await using page = await openAdmin(desktop, service)
    await page.hurry()
    await page.untilText('many')
    // What came last is not what was taken last.
    await writeFile(service.at('many/x.png'), noise(60, 40, 1))
    await utimes(service.at('many/x.png'), 0, 0)
    await page.until(`${inStrip}[0] === 'x.png'`)
    expect(await page.ask<number>(`${inStrip}.length`)).toBe(20)

    await page.click('.strip button')
    await page.untilOpen('x.png')
    expect(await page.ask<string>(hash)).toBe('#/newest/many/x.png')
    await page.press('Close')
    await page.untilClosed()
    await page.until(`location.hash === ''`)

    await page.click('a[href="#/newest"]')
    await page.untilHeading('Newest')
    await page.untilText('311 pictures')
    expect((await page.names())[0]).toBe('x.png')
    const last = `document.querySelector('.grid [role=listitem]:last-child, .cell:last-child')`
    await page.until(
      `(scrollTo(0, document.documentElement.scrollHeight), ${last}?.ariaPosInSet === '311')`,
    )
    // Whoever comes back finds what was far below again, once the page has noticed that it was scrolled.
    await page.ask(twoDrawings)
    const firstSeen = `[...document.querySelectorAll('.cell')].find((each) =>
      each.getBoundingClientRect().top >= 0).ariaPosInSet`
    const seen = await page.ask<string>(firstSeen)
    await page.show('pictures/many')
    await page.untilHeading('many')
    await page.ask('history.back()')
    await page.untilHeading('Newest')
    await page.until(`${last}?.ariaPosInSet === '311' && ${firstSeen} === '${seen}'`)
    await page.driver.navigate(`${service.url}/admin?again#/newest/many/x.png`)
    await page.untilOpen('x.png')
    await page.driver.press('Escape')
    await page.untilClosed()
    await page.until(`${hash} === '#/newest'`)
  })

  test('have no strip above them where nothing came, and none are claimed where none are', async () => {
    await using service = await startServer({ files: { '1.png': noise(60, 40, 1) } })
    await using page = await openAdmin(phone, service)
    await page.hurry()
    await page.untilPictures(1)
    expect(await page.ask<number>(`document.querySelectorAll('.strip, h2').length`)).toBe(0)
    await mkdir(service.at('a'))
    await page.untilText('Not in a folder')
    await page.until(`${inStrip}.join() === '1.png'`)
  })
})

describeInBrowser('the search', ({ openAdmin }) => {
  const files = {
    'Málaga/1.png': noise(60, 40, 1),
    'Málaga/2.png': noise(60, 40, 2),
    'trips/50 % malaga.png': noise(60, 40, 3),
    'trips/other.png': noise(60, 40, 4),
  }
  const server = sharedServer({ files })

  test('finds folders and pictures as one types, takes any text, and leads back to where it began', async () => {
    await using page = await openAdmin(phone, server(), 'pictures/trips', 2)
    const isIcon = `document.querySelector('.search').offsetWidth < 60`
    expect(await page.ask<boolean>(isIcon)).toBe(true)
    await page.click('.search input')
    await page.until(`!${isIcon}`)
    await page.driver.type('MALAGA')
    await page.untilText('1 folder, 1 picture')
    expect(await page.ask<string>(hash)).toBe('#/search/MALAGA')
    expect(await page.names()).toEqual(['50 % malaga.png'])
    await page.click('.cell .picture')
    await page.untilOpen('50 % malaga.png')
    expect(await page.ask<string>(hash)).toBe('#/search/MALAGA/trips/50 % malaga.png')
    await page.ask('history.back()')
    await page.untilClosed()
    await page.until(`${hash} === '#/search/MALAGA'`)
    await page.click('.folders a')
    await page.until(`${hash} === '#/pictures/Málaga'`)
    await page.untilPictures(2)
    expect(await page.ask<string>(`document.querySelector('.search input').value`)).toBe('')
    await page.ask('history.back()')
    await page.untilText('1 folder, 1 picture')
    expect(await page.ask<string>(`document.querySelector('.search input').value`)).toBe('MALAGA')
    // All that was typed is one step back.
    await page.ask('history.back()')
    await page.until(`${hash} === '#/pictures/trips' && ${isIcon}`)

    await page.show('frames')
    await page.untilText('No frame has asked')
    await page.click('.search input')
    await page.driver.type('a/b?#%41')
    await page.untilText('Nothing found for “a/b?#%41”.')
    await page.driver.press('Escape')
    await page.until(`location.hash === '#/frames'`)

    await page.driver.navigate(`${server().url}/admin?again#/search/other`)
    await page.untilPictures(1)
    await page.click('.search button')
    await page.until(`location.hash === '#/pictures/'`)
  })
})
