import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openBrowser } from '../support/browser.ts'
import { lacks } from '../support/programs.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { withLowPower, type LowPower } from './low-power.ts'
import { secondsOf } from './measure.ts'
import { photoJpeg } from './photos.ts'
import { startService } from './processes.ts'
import { atMost, median, seconds, skipped, type Row } from './report.ts'

const bound = 2
const turns = 5

/** The slideshow in a browser of full power, at a service with little. */
export async function slideshow(): Promise<Row[]> {
  const work =
    'the first picture of the slideshow, of 12 megapixels, never scaled before, low power'
  if (lacks('chromium')) return [skipped(work, `<= ${seconds(bound)}`, 'no Chromium')]
  await using folder = await temporaryFolder()
  const photo = join(folder.path, '0.jpg')
  await Bun.write(photo, await photoJpeg(4000, 3000))
  for (let index = 1; index < turns; index += 1) {
    await copyFile(photo, join(folder.path, `${index}.jpg`))
  }
  const measured = await withLowPower((power) => firstPictures(folder.path, power, work))
  return measured ?? [skipped(work, `<= ${seconds(bound)}`, 'no control groups')]
}

/**
 * How long a first picture takes from its address until it has faded in, without and with a name, for
 * which the page asks what is set. Each is asked of a service that was just started.
 */
async function firstPictures(folder: string, power: LowPower, work: string): Promise<Row[]> {
  const rows: Row[] = []
  for (const [kind, query] of [
    ['', ''],
    [', by name', '&frame=hall'],
  ] as const) {
    const taken: number[] = []
    for (let turn = 0; turn < turns; turn += 1) {
      await using service = await startService(folder, { ...power, env: { CACHE_SIZE: '0' } })
      await using browser = await openBrowser()
      await browser.setScreen(1920, 1080)
      // The headers of the pictures are read meanwhile.
      await Bun.sleep(3000)
      taken.push(
        await secondsOf(async () => {
          await browser.view.navigate(`${service.url}/?seconds=86400${query}`)
          await browser.view.evaluate(isShown)
        }),
      )
    }
    rows.push(atMost(work + kind, median(taken), bound, seconds))
  }
  return rows
}

/** Settles once the first picture has faded in. */
const isShown = `new Promise(function look(resolve) {
  var slide = document.querySelector('.slide.shown')
  if (slide && getComputedStyle(slide).opacity === '1') resolve(true)
  else setTimeout(look, 10, resolve)
})`
