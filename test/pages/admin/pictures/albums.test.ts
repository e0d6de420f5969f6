import { expect, test } from 'bun:test'
import { mkdir, writeFile } from 'node:fs/promises'
import { describeInBrowser, phone } from '../../../support/browsers/installed-browsers.ts'
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

  test('get the name that is typed at once', async () => {
    await using service = await startServer({ files: { 'trips/1.png': noise(60, 40, 1) } })
    await using page = await openAdmin(phone, service, 'pictures/trips')
    await page.choose('Rename')
    await page.until(`document.activeElement.matches('dialog input')`)
    await page.driver.type('journ')
    // As when somebody comes back from another window.
    await page.ask(`document.activeElement.dispatchEvent(new FocusEvent('focus'))`)
    await page.driver.type('eys')
    await page.driver.press('Enter')
    await page.untilHeading('journeys')
  })

  test('ask nothing about another album once somebody goes back', async () => {
    await using service = await startServer({ files: { 'trips/rome/1.png': noise(60, 40, 1) } })
    await using page = await openAdmin(phone, service, 'pictures/trips')
    await page.click('.folders a')
    await page.untilHeading('rome')
    for (const opened of ['.menu[open]', 'dialog .danger']) {
      if (opened === '.menu[open]') await page.click('main [aria-haspopup]')
      else await page.choose('Delete album')
      await page.until(`!!document.querySelector('${opened}')`)
      await page.ask('history.back()')
      await page.untilHeading('trips')
      await page.until(`!document.querySelector('dialog')`)
      await page.ask('history.forward()')
      await page.untilHeading('rome')
    }
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
    await page.untilText('1 album, 1 photo')
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
    await page.untilText('1 album, 1 photo')
    expect(await page.ask<string>(`document.querySelector('.search input').value`)).toBe('MALAGA')
    // All that was typed is one step back.
    await page.ask('history.back()')
    await page.until(`${hash} === '#/pictures/trips' && ${isIcon}`)

    await page.show('frames')
    await page.untilText('No frame is connected yet.')
    await page.click('.search input')
    await page.driver.type('a/b?#%41')
    await page.untilText('Nothing found for “a/b?#%41”.')
    await page.driver.press('Escape')
    await page.until(`location.hash === '#/frames'`)

    await page.driver.navigate(`${server().url}/admin?again#/search/other`)
    await page.untilPictures(1)
    await page.click('.search button')
    await page.until(`location.hash === '#/photos'`)
  })
})
