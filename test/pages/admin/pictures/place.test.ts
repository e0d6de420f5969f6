import { expect, test } from 'bun:test'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import {
  describeInBrowser,
  describeInEachBrowser,
  phone,
} from '../../../support/browsers/installed-browsers.ts'
import { noise, pictures } from '../../../support/pixels.ts'
import { startServer } from '../../../support/server.ts'
import { sharedServer } from '../../../support/shared-server.ts'

const count = 2000
const many = Object.fromEntries(
  Array.from({ length: count }, (_, index) => [`many/${index}.png`, noise(6, 4, index)]),
)

const hash = 'decodeURIComponent(location.hash)'
/** The name of the first picture that is seen whole. */
const firstSeen = `[...document.querySelectorAll('.picture')]
  .filter((each) => each.getBoundingClientRect().top >= 0)
  .map((each) => each.getAttribute('aria-label'))
  .toSorted((one, other) => parseInt(one) - parseInt(other))[0]`

describeInEachBrowser('the page keeps its place', ({ openAdmin }) => {
  const server = sharedServer({
    files: { ...many, 'many/below/1.png': noise(6, 4, 1), '% & é.png': noise(60, 40, 1) },
  })

  test('in 2,000 photos: over a reload, and when one comes back from a folder', async () => {
    await using page = await openAdmin(phone, server(), 'pictures/many')
    await page.until(`!!document.querySelector('.cell')`)
    await page.ask('scrollTo(0, 40_000)')
    await page.until(`parseInt(${firstSeen}) > 500`)
    const seen = await page.ask<string>(firstSeen)
    await page.ask('setTimeout(() => location.reload(), 0, (window.wasHere = true)) && 0')
    await page.until(`!window.wasHere && !!document.querySelector('.cell')`)
    await page.until(`${firstSeen} === '${seen}'`)

    await page.show('pictures/many/below')
    await page.untilPictures(1)
    expect(await page.ask<number>('scrollY')).toBe(0)
    await page.ask('history.back()')
    await page.until(`${firstSeen} === '${seen}'`)
  })

  test('has an address for an open picture, which Back and Close leave, and a reload keeps', async () => {
    const service = server()
    await using page = await openAdmin(phone, service)
    await page.untilPictures(1)
    await page.click('.picture')
    await page.untilOpen('% & é.png')
    expect(await page.ask<string>(hash)).toBe('#/picture/% & é.png')
    await page.press('Close')
    await page.untilClosed()

    // By name: the files may be of two seconds.
    await page.ask(`localStorage.order = 'name'`)
    await page.driver.navigate(`${service.url}/admin?by-name#/pictures/many`)
    await page.until(`!!document.querySelector('.picture[aria-label="1.png"]')`)
    await page.click('.picture[aria-label="1.png"]')
    await page.untilOpen('1.png')
    for (const name of ['2.png', '3.png']) {
      await page.click('[aria-label="Next photo"]')
      await page.untilOpen(name)
    }
    expect(await page.ask<string>(hash)).toBe('#/picture/many/3.png')
    await page.ask('history.back()')
    await page.untilClosed()
    expect(await page.ask<string>(hash)).toBe('#/pictures/many')

    // The grid is where the picture is that was seen last.
    await page.click('[aria-label="1.png"]')
    await page.untilOpen('1.png')
    await page.driver.press('End')
    await page.untilOpen('1999.png')
    await page.driver.navigate(`${service.url}/admin?again#/picture/many/1999.png`)
    await page.untilOpen('1999.png')
    await page.driver.press('Escape')
    await page.untilClosed()
    expect(await page.ask<string>(hash)).toBe('#/pictures/many')
    await page.until(`!!document.querySelector('[aria-label="1999.png"]')`)
    const { bottom } = await page.rectOf('[aria-label="1999.png"]')
    expect(bottom).toBeLessThanOrEqual(phone.height)
    await page.driver.navigate(`${service.url}/admin?none#/picture/many/none.png`)
    await page.until(`location.hash === '#/pictures/many'`)
    await page.untilClosed()
  })
})

describeInBrowser('the page', ({ openAdmin }) => {
  test('enters a folder that is made, and shows the way up from one that is gone', async () => {
    await using service = await startServer({ files: { 'a/1.png': noise(60, 40, 1) } })
    await using page = await openAdmin(phone, service)
    await page.hurry()
    await page.show('pictures/a')
    await page.untilPictures(1)
    await page.press('New album')
    await page.click('dialog input')
    await page.driver.type('b &')
    // What is typed stays while others add pictures.
    await writeFile(service.at('a/2.png'), noise(60, 40, 2))
    await page.untilPictures(2)
    await page.driver.type(' c')
    await page.driver.press('Enter')
    await page.until(`${hash} === '#/pictures/a/b & c'`)
    await page.untilText('There is nothing here yet')
    await rm(service.at('a/b & c'), { recursive: true })
    await page.untilText('There is no such album')
    expect(await page.texts('main button, main input')).toEqual([])
    await page.click('section > a.button')
    await page.untilPictures(2)
    // A folder that comes back is shown again.
    await page.show('pictures/a/d')
    await page.untilText('There is no such album')
    await mkdir(service.at('a/d'))
    await page.untilText('There is nothing here yet')
  })

  test('leads back to no folder that was renamed or deleted', async () => {
    await using service = await startServer({ files: { 'a/b/1.png': noise(60, 40, 1) } })
    await using page = await openAdmin(phone, service, 'pictures/a')
    const enter = async (folder: string) => {
      await page.click('.folders a')
      await page.untilHeading(folder)
    }
    await enter('b')
    await page.choose('Rename')
    await page.enter('c')
    await page.untilHeading('c')
    const goBack = `new Promise((resolve) => {
      addEventListener('popstate', resolve, { once: true })
      history.back()
    }).then(() => ${hash})`
    expect(await page.ask<string>(goBack)).toBe('#/pictures/a')
    await enter('c')
    await page.choose('Delete album')
    await page.press('Delete')
    await page.untilHeading('a')
    expect(await page.ask<string>(goBack)).toBe('#/pictures/a')
  })

  test('follows what others move and delete while it is seen', async () => {
    await using service = await startServer({ files: pictures(2, 'a/') })
    await using page = await openAdmin(phone, service, 'pictures/a', 2)
    await page.hurry()
    await mkdir(service.at('b'))
    await rename(service.at('a/1.png'), service.at('b/1.png'))
    await page.untilPictures(1)
    expect(await page.names()).toEqual(['2.png'])
    await rm(service.at('a/2.png'))
    await page.untilPictures(0)

    // It asks for nothing anew that is the same, and not at all while nobody sees it.
    const statuses = `performance.getEntriesByType('resource').slice(-1)[0]?.responseStatus`
    await page.ask('performance.clearResourceTimings()')
    await page.until(`${statuses} === 304`)
    await page.ask(`Object.defineProperty(document, 'hidden', { value: true })`)
    // What was under way arrives.
    await page.pass(3000)
    await page.ask('performance.clearResourceTimings()')
    await page.pass(6000)
    expect(await page.ask<number>(`performance.getEntriesByType('resource').length`)).toBe(0)
  })
})
