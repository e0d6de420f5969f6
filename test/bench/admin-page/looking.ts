import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { adminPage } from '../../support/admin-page.ts'
import { startChromium } from '../../support/browsers/chromium-driver.ts'
import type { PageDriver } from '../../support/browsers/page-driver.ts'
import { temporaryFolder } from '../../support/temporary.ts'
import { withLowPower } from '../low-power.ts'
import { photoJpeg } from '../photos.ts'
import { password, startService, type Server } from '../processes.ts'
import { secondsOf } from '../measure.ts'
import { atMost, mebibytes, median, seconds, skipped, times, type Row } from '../report.ts'

const phone = { width: 390, height: 844, ratio: 3 }
const screens = { phone, desktop: { width: 2560, height: 1440 } }

/** Pictures of the folder that is opened; all of them are listed. */
const many = 10_000

/** The first thumbnails of a large folder, which the service has made before. */
export async function thumbnails(): Promise<Row[]> {
  await using board = await temporaryFolder()
  const photo = await photoJpeg(800, 600)
  await mkdir(join(board.path, 'many'))
  for (let index = 0; index < many; index += 1) {
    // The bytes differ: no two pictures have one rendition.
    await Bun.write(join(board.path, 'many', `${index}.jpg`), [photo, String(index)])
  }
  await using service = await startService(board.path)
  const rows: Row[] = []
  for (const [name, screen] of Object.entries(screens)) {
    await using browser = await startChromium('light')
    await using driver = await browser.open(screen)
    const page = adminPage(driver)
    await driver.forgetCookies()
    await page.open(service.url, password)
    await driver.bypassCache()
    const open = async () => {
      await page.show('pictures/many')
      await page.until(areThumbnailsShown)
    }
    await open()
    await page.show('frames')
    await page.until(`!document.querySelector('.cell')`)
    const taken = await secondsOf(open)
    const elements = await page.ask<number>(`document.querySelectorAll('.grid *').length`)
    const work = `the first thumbnails of 10,000 pictures, on a ${name}`
    rows.push(
      atMost(work, taken, 1, seconds),
      atMost('elements in its grid', elements, 400, (value) => value.toFixed(0)),
    )
  }
  return rows
}

/** Whether each thumbnail on the screen has its pixels. */
const areThumbnailsShown = `(() => {
  const visible = [...document.querySelectorAll('.picture')].filter((each) => {
    const { top, bottom } = each.getBoundingClientRect()
    return bottom > 0 && top < innerHeight
  })
  return visible.length > 5 && visible.every((each) => each.querySelector('img')?.naturalWidth > 0)
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
