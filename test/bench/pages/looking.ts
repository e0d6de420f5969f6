import { join } from 'node:path'
import { adminPage, type OpenAdminPage } from '../../support/admin-page.ts'
import { startChromium } from '../../support/browsers/chromium-driver.ts'
import type { Device } from '../../support/browsers/page-driver.ts'
import { shotAt, withTiff } from '../../support/exif.ts'
import { temporaryFolder } from '../../support/temporary.ts'
import { withThumbnail } from '../../support/thumbnails.ts'
import { fill } from '../fill.ts'
import { onLowPower } from '../low-power.ts'
import { besideRow, secondsOf, timesOf } from '../measure.ts'
import { photoJpeg } from '../photos.ts'
import { startService, type StartOptions } from '../processes.ts'
import { atMost, count, mebibyte, mebibytes, seconds, type Row } from '../report.ts'

export const phone = { width: 390, height: 844, ratio: 3 }
const screens = { phone, desktop: { width: 2560, height: 1440 } }

export async function openPage(url: string, screen: Device): Promise<OpenAdminPage> {
  const driver = await (await startChromium('light')).open(screen)
  const page = adminPage(driver)
  await page.open(url)
  return { ...page, driver, [Symbol.asyncDispose]: driver[Symbol.asyncDispose] }
}

/** Pictures of all years, by month. */
const many = 10_000
const perYear = 700

/** The first thumbnails of all photos by month, and those of any year, which the service has made before. */
export async function thumbnails(): Promise<Row[]> {
  await using board = await temporaryFolder()
  const photo = await photoJpeg(800, 600)
  await fill(join(board.path, 'many'), many, (index) => {
    const month = Math.floor(((index % perYear) * 12) / perYear) + 1
    const date = `${2010 + Math.floor(index / perYear)}:${String(month).padStart(2, '0')}:01 12:00:00`
    // The bytes differ: no two pictures have one rendition.
    return [withTiff(photo, shotAt(date)), Buffer.from(String(index))]
  })
  const measure = async (options: StartOptions, note: string) => {
    await using service = await startService(board.path, options)
    const rows: Row[] = []
    for (const [name, screen] of Object.entries(screens)) {
      await using page = await openPage(service.url, screen)
      const { driver } = page
      await driver.bypassCache()
      const open = async () => {
        await page.show('photos')
        await page.until(areThumbnailsSharp)
      }
      const jump = async () => {
        await page.ask(`document.querySelector('.rail').focus()`)
        await driver.press('ArrowDown')
        await page.until(areThumbnailsSharp)
      }
      await open()
      for (let year = 1; year < many / perYear; year += 1) await jump()
      await page.show('frames')
      await page.until(`!document.querySelector('.cell')`)
      const taken = await secondsOf(open)
      const jumps = await timesOf(jump, 0, Math.ceil(many / perYear) - 1)
      const elements = await page.ask<number>(`document.querySelectorAll('main *').length`)
      const where = `on a ${name}${note}`
      const slowest = Math.max(...jumps)
      const isPhone = name === 'phone'
      if (note === '' || isPhone) {
        const most = note === '' ? 1 : 1.5
        rows.push(atMost(`the first of 10,000 photos by month, ${where}`, taken, most, seconds))
      }
      const jumped = `the photos of another year, the slowest, ${where}`
      rows.push(
        atMost(jumped, slowest, isPhone ? 0.6 : 1, seconds),
        atMost('elements of the view', elements, 500, count),
      )
    }
    return rows
  }
  const slow = (power: StartOptions) => measure(power, ', low power')
  return [...(await measure({}, '')), ...(await onLowPower('thumbnails, low power', slow))]
}

/** Photos of a folder that was copied a moment ago. */
const newPhotos = 1000
/** How many are seen at first. */
const firstScreen = 32

/** The first screen of new photos that have thumbnails in them, and that screen in full. */
export async function newFolder(): Promise<Row[]> {
  const work = 'the first 32 of 1,000 new photos of 12 megapixels complete, low power'
  await using board = await temporaryFolder()
  const [photo, small] = [await photoJpeg(4000, 3000), await photoJpeg(160, 120)]
  const file = withThumbnail(Buffer.from(photo), small)
  await fill(join(board.path, 'photos'), newPhotos, (index) => [file, Buffer.from(String(index))])
  return await onLowPower(work, async (power) => {
    await using service = await startService(board.path, power)
    await using page = await openPage(service.url, { width: 1920, height: 1080 })
    let complete = 0
    const sharp = await secondsOf(async () => {
      complete = await secondsOf(async () => {
        await page.show('pictures/photos')
        await page.until(areShown(firstScreen, 1))
      })
      await page.until(areShown(firstScreen, sharpHeight))
    })
    return [atMost(work, complete, 1.5, seconds), atMost('the same sharp', sharp, 12, seconds)]
  })
}

/** The pixels of a thumbnail that was made, in height. */
const sharpHeight = 350

/** Whether so many thumbnails, from the first on, have at least so many pixels in height. */
const areShown = (count: number, height: number) => `(() => {
  const shown = [...document.querySelectorAll('.picture img')].slice(0, ${count})
  return shown.length === ${count} && shown.every((each) => each.naturalHeight >= ${height})
})()`

/** Whether each picture on the screen has the pixels of a thumbnail. */
const areThumbnailsSharp = `(() => {
  const visible = [...document.querySelectorAll('.picture')].filter((each) => {
    const { top, bottom } = each.getBoundingClientRect()
    return bottom > 0 && top < innerHeight
  })
  return visible.length > 3 &&
    visible.every((each) => each.querySelector('img')?.naturalHeight >= ${sharpHeight})
})()`

/** A phone scrolls through photos that have no thumbnails yet, while a frame goes on. */
export async function scrolling(): Promise<Row[]> {
  await using board = await temporaryFolder()
  const photo = await photoJpeg(4000, 3000)
  await fill(join(board.path, 'photos'), newPhotos, () => photo)
  const work = 'a phone scrolls through 1,000 photos'
  return await onLowPower(work, async (power) => {
    await using service = await startService(board.path, power)
    await using page = await openPage(service.url, phone)
    await page.show('pictures/photos')
    await page.until(`document.querySelectorAll('.cell').length > 0`)
    const random = '/api/images/random?frame=hall&width=800&height=480&as=image'
    const scroll = async () => {
      for (let step = 0; step < 300; step += 1) {
        await page.ask(`scrollTo(0, document.documentElement.scrollHeight * ${step / 300})`)
        await Bun.sleep(100)
      }
      await page.show('frames')
      await page.until(`!document.querySelector('.cell')`)
    }
    const beside = await besideRow(work, 2, () => service.read(random), 1000, scroll)
    const { peak } = await service.memory()
    return [beside, atMost(`memory while ${work}`, peak, 160 * mebibyte, mebibytes)]
  })
}
