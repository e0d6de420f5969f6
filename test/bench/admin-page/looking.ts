import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { adminPage } from '../../support/admin-page.ts'
import { startChromium } from '../../support/browsers/chromium-driver.ts'
import type { PageDriver } from '../../support/browsers/page-driver.ts'
import { shotAt, withTiff } from '../../support/exif.ts'
import { temporaryFolder } from '../../support/temporary.ts'
import { withThumbnail } from '../../support/thumbnails.ts'
import { withLowPower } from '../low-power.ts'
import { photoJpeg } from '../photos.ts'
import { password, startService, type Server, type StartOptions } from '../processes.ts'
import { secondsOf } from '../measure.ts'
import { atMost, mebibytes, median, seconds, skipped, times, type Row } from '../report.ts'

const phone = { width: 390, height: 844, ratio: 3 }
const screens = { phone, desktop: { width: 2560, height: 1440 } }

/** Pictures of the folder that is opened; all of them are listed. */
const many = 10_000
const perYear = 700

/** The first thumbnails of a large folder, and those of any year, which the service has made before. */
export async function thumbnails(): Promise<Row[]> {
  await using board = await temporaryFolder()
  const photo = await photoJpeg(800, 600)
  await mkdir(join(board.path, 'many'))
  for (let index = 0; index < many; index += 1) {
    const month = Math.floor(((index % perYear) * 12) / perYear) + 1
    const date = `${2010 + Math.floor(index / perYear)}:${String(month).padStart(2, '0')}:01 12:00:00`
    // The bytes differ: no two pictures have one rendition.
    const file = [withTiff(photo, shotAt(date)), String(index)]
    await Bun.write(join(board.path, 'many', `${index}.jpg`), file)
  }
  const measure = async (wrap?: StartOptions['wrap']) => {
    await using service = await startService(board.path, { wrap })
    const rows: Row[] = []
    for (const [name, screen] of Object.entries(screens)) {
      await using browser = await startChromium('light')
      await using driver = await browser.open(screen)
      const page = adminPage(driver)
      await driver.forgetCookies()
      await page.open(service.url, password)
      await page.ask(`localStorage.setItem('order', 'newest')`)
      await driver.bypassCache()
      const open = async () => {
        await page.show('pictures/many')
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
      const jumps: number[] = []
      for (let year = 1; year < many / perYear; year += 1) jumps.push(await secondsOf(jump))
      const elements = await page.ask<number>(`document.querySelectorAll('main *').length`)
      const where = wrap === undefined ? `on a ${name}` : `on a ${name}, low power`
      if (wrap === undefined) {
        rows.push(atMost(`the first thumbnails of 10,000 pictures, ${where}`, taken, 1, seconds))
      }
      rows.push(
        atMost(
          `the pictures of another year, the slowest, ${where}`,
          Math.max(...jumps),
          1,
          seconds,
        ),
        atMost('elements of the view', elements, 500, (value) => value.toFixed(0)),
      )
    }
    return rows
  }
  const rows = await measure()
  const slow = await withLowPower(({ wrap }) => measure(wrap))
  return [...rows, ...(slow ?? [skipped('the same, low power', '<= 1 s', 'no control groups')])]
}

/** Photos of a folder that was copied a moment ago. */
const newPhotos = 1000
/** How many are seen at first. */
const firstScreen = 32

/** The first screen of new photos that have thumbnails in them, and that screen in full. */
export async function newFolder(): Promise<Row[]> {
  const [completeWork, sharpWork] = [
    'the first 32 of 1,000 new photos of 12 megapixels complete, low power',
    'the same sharp',
  ]
  await using board = await temporaryFolder()
  await mkdir(join(board.path, 'photos'))
  const [photo, small] = [await photoJpeg(4000, 3000), await photoJpeg(160, 120)]
  const file = withThumbnail(Buffer.from(photo), small)
  for (let index = 0; index < newPhotos; index += 1) {
    await Bun.write(join(board.path, 'photos', `${index}.jpg`), [file, String(index)])
  }
  const measured = await withLowPower(async ({ wrap }) => {
    await using service = await startService(board.path, { wrap })
    await using browser = await startChromium('light')
    await using driver = await browser.open({ width: 1920, height: 1080 })
    const page = adminPage(driver)
    await page.open(service.url, password)
    let complete = 0
    const sharp = await secondsOf(async () => {
      complete = await secondsOf(async () => {
        await page.show('pictures/photos')
        await page.until(areShown(firstScreen, 1))
      })
      await page.until(areShown(firstScreen, sharpHeight))
    })
    return { complete, sharp }
  })
  if (measured === undefined) {
    return [
      skipped(completeWork, `<= ${seconds(1.5)}`, 'no control groups'),
      skipped(sharpWork, `<= ${seconds(12)}`, 'no control groups'),
    ]
  }
  return [
    atMost(completeWork, measured.complete, 1.5, seconds),
    atMost(sharpWork, measured.sharp, 12, seconds),
  ]
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

/** What is scrolled through. */
const pictures = 1000
const turns = 3
/** In each turn the frame is alone for so long, and the phone then scrolls for so long; in milliseconds. */
const [aloneFor, scrollFor] = [8000, 15_000]

/** A phone scrolls through photos that have no thumbnails yet, while a frame goes on. */
export async function scrolling(): Promise<Row[]> {
  const memoryWork = 'memory while a phone scrolls through 1,000 photos, low power'
  const frameWork = "a frame's request meanwhile, of its usual time"
  const bound = 160 * 1024 ** 2
  await using board = await temporaryFolder()
  await mkdir(join(board.path, 'photos'))
  const photo = join(board.path, 'photos', '0.jpg')
  await Bun.write(photo, await photoJpeg(4000, 3000))
  for (let index = 1; index < pictures; index += 1) {
    await copyFile(photo, join(board.path, 'photos', `${index}.jpg`))
  }
  const measured = await withLowPower(async ({ wrap }) => {
    await using service = await startService(board.path, { wrap })
    await using browser = await startChromium('light')
    await using driver = await browser.open(phone)
    const page = adminPage(driver)
    await page.open(service.url, password)
    const [usual, meanwhile]: [number[], number[]] = [[], []]
    for (let turn = 0; turn < turns; turn += 1) {
      await page.show('frames')
      await page.until(`!document.querySelector('.cell')`)
      usual.push(...(await frameRequests(service, Bun.sleep(aloneFor))))
      await page.show('pictures/photos')
      await page.until(`document.querySelectorAll('.cell').length > 0`)
      meanwhile.push(
        ...(await frameRequests(service, scroll(driver, turn / turns, (turn + 1) / turns))),
      )
    }
    const { peak } = await service.memory()
    return { usual: median(usual), meanwhile: median(meanwhile), peak }
  })
  if (measured === undefined) {
    return [
      skipped(memoryWork, `<= ${mebibytes(bound)}`, 'no control groups'),
      skipped(frameWork, `<= ${times(2)}`, 'no control groups'),
    ]
  }
  const { usual, meanwhile, peak } = measured
  const note = ` (${seconds(meanwhile)} to ${seconds(usual)})`
  return [
    atMost(memoryWork, peak, bound, mebibytes),
    atMost(frameWork, meanwhile / usual, 2, times, note),
  ]
}

/** Scrolls from one place to another, as parts of the whole page. */
async function scroll(driver: PageDriver, from: number, to: number): Promise<void> {
  const start = performance.now()
  for (let done = 0; done < 1; done = (performance.now() - start) / scrollFor) {
    const place = from + (to - from) * done
    await driver.evaluate(`scrollTo(0, document.documentElement.scrollHeight * ${place})`)
    await Bun.sleep(100)
  }
}

/** How often a frame asks, in milliseconds. */
const frameEvery = 1000

/** The times of a frame's requests while something lasts, in seconds. */
async function frameRequests({ url }: Server, work: Promise<unknown>): Promise<number[]> {
  const all: number[] = []
  while (Bun.peek.status(work) === 'pending') {
    all.push(
      await secondsOf(async () => {
        const query = 'frame=hall&width=800&height=480&as=image'
        const answer = await fetch(`${url}/api/images/random?${query}`)
        if (!answer.ok) throw new Error(await answer.text())
        await answer.arrayBuffer()
      }),
    )
    await Bun.sleep(frameEvery)
  }
  await work
  return all
}
