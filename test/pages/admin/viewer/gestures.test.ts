import { expect, test } from 'bun:test'
import { type AdminPage, type Rect } from '../../../support/admin-page.ts'
import {
  describeInEachBrowser,
  desktop,
  phone,
} from '../../../support/browsers/installed-browsers.ts'
import type { Device, Point } from '../../../support/browsers/page-driver.ts'
import { noise } from '../../../support/pixels.ts'
import { sharedServer } from '../../../support/shared-server.ts'

const files = Object.fromEntries(
  [1, 2, 3, 4, 5].map((salt) => [`a/${salt}.png`, noise(600, 400, salt)] as const),
)

const isStill = `document.getAnimations().every(({ playState }) => playState !== 'running')`
const picture = '.current .fit'

/** Waits until nothing moves any more, and gives where the picture lies. */
async function restingRect(page: AdminPage): Promise<Rect> {
  await page.until(isStill)
  return page.rectOf(picture)
}

/** Which part of the picture lies at a point. */
const partAt = ({ left, top, width, height }: Rect, { x, y }: Point) => ({
  x: (x - left) / width,
  y: (y - top) / height,
})

const middle = { x: phone.width / 2, y: phone.height / 2 }
const beside = (x: number, y = 0, from: Point = middle) => ({ x: from.x + x, y: from.y + y })

describeInEachBrowser('a picture', ({ openAdmin }) => {
  const server = sharedServer({ files })

  /** Opens the second picture. */
  async function openPicture(device: Device = phone) {
    const page = await openAdmin(device, server())
    const untilShown = (name: string) =>
      page.until(`document.querySelector('.viewer')?.ariaLabel.startsWith('${name}') &&
        !!document.querySelector('.current img.shown') && ${isStill}`)
    // It is opened while another folder is listed.
    await page.until(`!!document.querySelector('.folders a')`)
    await page.show('picture/a/2.png')
    await untilShown('2.png')
    return { ...page, untilShown }
  }

  test('follows the finger, and its neighbour comes along', async () => {
    await using page = await openPicture()
    const before = await restingRect(page)
    await page.driver.drag([[middle, beside(-40), beside(-150)]], async () => {
      const moved = await page.rectOf(picture)
      expect(moved.left).toBeCloseTo(before.left - 150, 0)
      const next = await page.rectOf('.slide:last-child .fit')
      expect(next.left).toBeWithin(moved.left + moved.width, moved.left + moved.width + 40)
      expect(next.left).toBeLessThan(phone.width)
    })
    await page.untilShown('3.png')
    expect(await restingRect(page)).toEqual(before)
    // A short way is none.
    await page.driver.drag([[middle, beside(20), beside(40)]], () =>
      page.ask(`new Promise((done) => setTimeout(done, 300))`),
    )
    expect(await restingRect(page)).toEqual(before)
    await page.untilShown('3.png')
  })

  test('is pulled down to close it, and up to read about it', async () => {
    await using page = await openPicture()
    await page.driver.swipe(middle, beside(0, -200))
    await page.until(`!!document.querySelector('.viewer-facts')`)
    // The first pull puts away what lies over the picture.
    const above = beside(0, -250)
    await page.driver.swipe(above, beside(0, 250, above))
    await page.until(`!document.querySelector('.viewer-facts')`)
    await page.driver.drag([[middle, beside(0, 50), beside(0, 250)]], async () => {
      const shade = `getComputedStyle(document.querySelector('.stage')).backgroundColor`
      expect(await page.ask<string>(shade)).toMatch(/^rgba\(0, 0, 0, 0\.\d+\)$/)
    })
    await page.until(`!document.querySelector('.viewer')`)
    expect(await page.ask<string>('location.hash')).toBe('#/pictures/a')
  })

  test('grows under two fingers, stays on the stage, and shrinks to no less than all of it', async () => {
    await using page = await openPicture()
    const fitted = await restingRect(page)
    const [one, other] = [beside(-40, -20), beside(20, 10)]
    const apart = [beside(-120, -60), beside(60, 30)] as const
    await page.driver.drag(
      [
        [one, beside(-80, -40), apart[0]],
        [other, beside(40, 20), apart[1]],
      ],
      async () => {
        const now = await page.rectOf(picture)
        expect(now.width / fitted.width).toBeCloseTo(3, 1)
        for (const [from, to] of [
          [one, apart[0]],
          [other, apart[1]],
        ] as const) {
          expect(partAt(now, to).x).toBeCloseTo(partAt(fitted, from).x, 1)
          expect(partAt(now, to).y).toBeCloseTo(partAt(fitted, from).y, 1)
        }
      },
    )
    const large = await restingRect(page)
    expect(large.width / fitted.width).toBeCloseTo(3, 1)
    // One finger moves it, across alone where there is room above and below.
    await page.driver.drag([[middle, beside(20, 40), beside(30, 60)]])
    const moved = await restingRect(page)
    expect(moved.left).toBeCloseTo(large.left + 30, 0)
    expect(moved.top).toBeCloseTo((phone.height - moved.height) / 2, 0)
    await page.untilShown('2.png')
    // At its edge, the finger turns to the neighbour.
    for (let swipes = 0; (await restingRect(page)).left < -1; swipes += 1) {
      expect(swipes).toBeLessThan(9)
      await page.driver.drag([[middle, beside(60), beside(190)]])
      await page.untilShown('2.png')
    }
    await page.driver.drag([[middle, beside(60), beside(190)]])
    await page.untilShown('1.png')
    expect(await restingRect(page)).toEqual(fitted)

    await page.driver.drag([
      [beside(-120), beside(-60), beside(-20)],
      [beside(120), beside(60), beside(20)],
    ])
    expect(await restingRect(page)).toEqual(fitted)
  })

  test('grows at the place of a double tap, and shows itself alone after one tap', async () => {
    await using page = await openPicture()
    const fitted = await restingRect(page)
    const tapped = beside(70, 40)
    // Commands to a busy browser may take longer than people between two taps.
    const tapTwice = () =>
      page.ask(`(() => {
        for (const type of ['pointerdown', 'pointerup', 'pointerdown', 'pointerup']) {
          document.querySelector('.stage').dispatchEvent(new PointerEvent(type, {
            pointerId: 1, pointerType: 'touch', clientX: ${tapped.x}, clientY: ${tapped.y}, bubbles: true }))
        }
      })()`)
    await page.ask(`Element.prototype.setPointerCapture = () => undefined`)
    await tapTwice()
    const large = await restingRect(page)
    expect(large.width / fitted.width).toBeGreaterThanOrEqual(2.4)
    expect(partAt(large, tapped).x).toBeCloseTo(partAt(fitted, tapped).x, 1)
    await tapTwice()
    expect(await restingRect(page)).toEqual(fitted)

    const controls = `getComputedStyle(document.querySelector('.viewer-bar')).opacity`
    await page.driver.touch(middle)
    await page.until(`${controls} === '0'`)
    await page.driver.touch(middle)
    await page.until(`${controls} === '1'`)
    expect(await restingRect(page)).toEqual(fitted)
  })

  test('is steered by mouse and keys as well', async () => {
    await using page = await openPicture(desktop)
    const fitted = await restingRect(page)
    const at = { x: 500, y: 300 }
    await page.driver.wheel(at, -300)
    const width = `document.querySelector('${picture}').getBoundingClientRect().width`
    await page.until(`${width} > ${fitted.width + 1}`)
    const large = await restingRect(page)
    expect(partAt(large, at).x).toBeCloseTo(partAt(fitted, at).x, 1)
    await page.driver.press('ArrowRight')
    const moved = await restingRect(page)
    expect(moved.left).toBeLessThan(large.left)
    await page.untilShown('2.png')
    await page.driver.wheel(at, 2000)
    await page.until(`${width} <= ${fitted.width}`)
    expect(await restingRect(page)).toEqual(fitted)
    await page.driver.press('+')
    expect((await restingRect(page)).width).toBeCloseTo(fitted.width * 1.5, 0)
    await page.driver.press('-')
    expect(await restingRect(page)).toEqual(fitted)
    await page.driver.press('ArrowRight')
    await page.untilShown('3.png')
    await page.driver.press('End')
    await page.untilShown('5.png')
    await page.driver.press('ArrowRight')
    await page.driver.press('Home')
    await page.untilShown('1.png')
  })

  test('has its neighbours loaded before anybody turns to them, and no others', async () => {
    await using page = await openPicture()
    const loaded = `[...new Set(performance.getEntriesByType('resource')
      .filter(({ name, responseEnd }) => name.includes('format=jpeg&v=') && responseEnd > 0)
      .map(({ name }) => new URL(name).pathname))].sort().join()`
    await page.until(`${loaded} === '/uploads/a/1.png,/uploads/a/2.png,/uploads/a/3.png'`)
    // What stands for a picture that is not loaded has its shape.
    await page.ask(`document.querySelector('.slide:last-child img:not(.preview)').src = ''`)
    expect((await page.rectOf('.slide:last-child .fit')).height).toBeCloseTo(
      (await page.rectOf(picture)).height,
    )
    await page.driver.press('ArrowRight')
    await page.until(`${loaded}.includes('4.png')`)
  })
})
