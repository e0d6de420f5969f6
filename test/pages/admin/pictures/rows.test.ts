import { expect, test } from 'bun:test'
import {
  describeInBrowser,
  describeInEachBrowser,
  desktop,
  phone,
} from '../../../support/browsers/installed-browsers.ts'
import { shotAt, withTiff } from '../../../support/exif.ts'
import { noise } from '../../../support/pixels.ts'
import { startServer } from '../../../support/server.ts'
import { sharedServer } from '../../../support/shared-server.ts'

const photo = async (date: string, salt: number, width = 60, height = 40) =>
  withTiff(await new Bun.Image(noise(width, height, salt)).jpeg().bytes(), shotAt(date))

const rome = {
  'Rome/1.jpg': await photo('2024:06:03 10:00:00', 1),
  'Rome/2.jpg': await photo('2024:06:02 10:00:00', 2, 40, 60),
  'Rome/3.jpg': await photo('2024:06:01 10:00:00', 3),
  'Rome/4.jpg': await photo('2023:12:31 23:59:59', 4),
  'Rome/5.jpg': await photo('2024:07:01 00:00:00', 5, 90, 20),
}
const headings = `[...document.querySelectorAll('.month-bar h2')].map((each) => each.innerText.trim())`

const years = Array.from({ length: 12 }, (_, index) => 2024 - index)
/** 25 photos of each March, and of each August. */
const many: Record<string, Uint8Array> = {}
for (const year of years) {
  for (const month of ['03', '08']) {
    const picture = await photo(`${year}:${month}:10 10:00:00`, year)
    for (let index = 0; index < 25; index += 1) many[`many/${year}-${month}-${index}.jpg`] = picture
  }
}
/** The heading that is seen below the bar of the page. */
const heading = `[...document.querySelectorAll('.month-bar h2')].findLast((each) =>
  each.getBoundingClientRect().top < 120)?.innerText ?? ''`

describeInBrowser('pictures in rows', ({ openAdmin }) => {
  test('stand below their months, in the order that was chosen on this device', async () => {
    await using service = await startServer({ files: rome })
    await using page = await openAdmin(phone, service, 'pictures/Rome', 5)
    expect(await page.names()).toEqual(['1.jpg', '2.jpg', '3.jpg', '4.jpg', '5.jpg'])
    expect(await page.ask<string[]>(headings)).toEqual([])
    await page.order('newest')
    const months = ['July 2024', 'June 2024', 'December 2023']
    await page.until(`${headings}.map((each) => each.replace(/\\s+/g, ' ')).join() === '${months}'`)
    expect(await page.names()).toEqual(['5.jpg', '1.jpg', '2.jpg', '3.jpg', '4.jpg'])
    await page.order('oldest')
    await page.until(`${headings}[0]?.startsWith('December 2023')`)
    expect(await page.names()).toEqual(['4.jpg', '3.jpg', '2.jpg', '1.jpg', '5.jpg'])
    await page.driver.navigate(`${service.url}/admin?again#/pictures/Rome`)
    await page.untilPictures(5)
    expect(await page.names()).toEqual(['4.jpg', '3.jpg', '2.jpg', '1.jpg', '5.jpg'])

    // Each is whole, in its shape.
    const shapes = await page.ask<number[]>(`[...document.querySelectorAll('.cell')].map((each) =>
      each.offsetWidth / each.offsetHeight)`)
    for (const [index, shape] of [1.5, 1.5, 2 / 3, 1.5, 4.5].entries()) {
      expect(shapes[index]).toBeWithin(shape * 0.95, shape * 1.05)
    }
    await page.until(`[...document.querySelectorAll('.picture img')].every((each) =>
      each.naturalWidth > 0)`)
    await service.told('POST /api/images/rotate', { images: ['Rome/1.jpg'], turn: 90 })
    await page.until(`(({ naturalWidth: width, naturalHeight: height, offsetWidth, offsetHeight }) =>
      width > 0 && width < height && offsetWidth < offsetHeight)(
      document.querySelector('[aria-label="1.jpg"] img'))`)
  })
})

describeInEachBrowser('pictures in rows', ({ name, openAdmin }) => {
  const server = sharedServer({ files: { ...rome, ...many } })

  test('are selected by their month, by a mouse that is drawn over them, and by a finger', async () => {
    await using page = await openAdmin(phone, server(), 'pictures/Rome', 5)
    const first = await page.placeOf('[aria-label="1.jpg"]')
    const third = await page.placeOf('[aria-label="3.jpg"]')
    const fifth = await page.placeOf('[aria-label="5.jpg"]')
    await page.driver.dragMouse(first, third)
    await page.untilText('3 of 5 photos selected')
    expect(await page.ask<boolean>(`!!document.querySelector('.viewer')`)).toBe(false)
    await page.press('Cancel')
    await page.until(`!document.querySelector('.selection')`)
    const scrolled = await page.ask<number>('scrollY')
    await page.driver.swipe(fifth, third, 800)
    await page.untilText('3 of 5 photos selected')
    expect(await page.ask<number>('scrollY')).toBe(scrolled)
    await page.press('Cancel')

    await page.order('newest')
    await page.until(`${headings}.length === 3`)
    const june = '[aria-label="Select June 2024"]'
    await page.click(june)
    await page.untilText('3 of 5 photos selected')
    await page.click('[aria-label="Select 1.jpg"]')
    await page.untilText('2 of 5 photos selected')
    await page.until(`!!document.querySelector('${june}[aria-checked=mixed]')`)
    await page.click(june)
    await page.until(`!!document.querySelector('${june}[aria-checked=true]')`)
    await page.click(june)
    await page.until(`!document.querySelector('.selection')`)
  })

  test.each(name === 'Firefox' ? ['ltr'] : ['ltr', 'rtl'])(
    'are led to by a rail of years: %s',
    async (direction) => {
      await using page = await openAdmin(desktop, server(), 'pictures/many')
      await page.until(`!!document.querySelector('.cell')`)
      await page.ask(`document.documentElement.setAttribute('dir', '${direction}')`)
      expect(await page.ask<boolean>(`!!document.querySelector('.rail')`)).toBe(false)
      await page.order('newest')
      await page.until(`!!document.querySelector('.rail')`)
      await page.ask(`document.querySelector('.rail').focus({ focusVisible: true })`)
      for (const [key, text] of [
        ['End', 'August 2013'],
        ['ArrowUp', 'August 2014'],
        ['Home', 'August 2024'],
        ['ArrowDown', 'August 2023'],
      ] as const) {
        await page.driver.press(key)
        await page.until(`(${heading}).startsWith('${text}')`)
        await page.until(`document.querySelector('.rail').ariaValueText === '${text}'`)
      }
      expect(await page.ask<number>(`document.querySelectorAll('main *').length`)).toBeLessThan(500)
      const label = (year: number) =>
        page.ask<{ x: number; y: number }>(`(() => {
        const found = [...document.querySelectorAll('.year')].find((each) => each.innerText === '${year}')
        const { left, top, width, height } = found.getBoundingClientRect()
        return { x: left + width / 2, y: top + height / 2 }
      })()`)
      // The rail stays on a touch screen for as long as this takes; its thumb alone is touched.
      await page.ask(`void (window.setTimeout = ((wait) => (run, ms) =>
        wait(run, ms === 1500 ? 1e6 : ms))(setTimeout))`)
      await page.ask(`dispatchEvent(new Event('scroll'))`)
      await page.until(`!!document.querySelector('.rail.active')`)
      await page.driver.dragMouse(await page.placeOf('.thumb'), await label(2019))
      await page.until(`(${heading}).startsWith('August 2019')`)
      const to = await label(2016)
      await page.driver.swipe(await page.placeOf('.thumb'), to)
      await page.until(`(${heading}).startsWith('August 2016')`)
      const { x, y } = await page.placeOf('.thumb')
      expect(Math.abs(x - to.x)).toBeLessThan(40)
      expect(Math.abs(y - to.y)).toBeLessThan(40)
    },
  )
})
