import { openBrowser } from '../../support/browser.ts'
import { temporaryFolder } from '../../support/temporary.ts'
import { fill } from '../fill.ts'
import { onLowPower } from '../low-power.ts'
import { secondsOf } from '../measure.ts'
import { photoJpeg } from '../photos.ts'
import { startService, type StartOptions } from '../processes.ts'
import { atMost, ifPossible, median, seconds } from '../report.ts'

const turns = 5
const work = 'the first picture of the slideshow, of 12 megapixels, never scaled before, low power'

/** The slideshow in a browser of full power, at a service with little. */
export const slideshow = () =>
  ifPossible(work, ['chromium'], async () => {
    await using folder = await temporaryFolder()
    const photo = await photoJpeg(4000, 3000)
    await fill(folder.path, turns, () => photo)
    return await onLowPower(work, async (power) => [
      await firstPictures(folder.path, power, '', ''),
      await firstPictures(folder.path, power, ', by name', '&frame=hall'),
    ])
  })

/**
 * How long a first picture takes from its address until it has faded in; with a name, for which the
 * page asks what is set, too. Each is asked of a service that was just started.
 */
async function firstPictures(folder: string, power: StartOptions, kind: string, query: string) {
  const taken: number[] = []
  for (let turn = 0; turn < turns; turn += 1) {
    await using service = await startService(folder, { ...power, env: { CACHE_SIZE: '0' } })
    await using browser = await openBrowser()
    await browser.setScreen(1920, 1080)
    // The headers of the pictures are read meanwhile.
    await Bun.sleep(3000)
    const open = async () => {
      await browser.view.navigate(`${service.url}/?seconds=86400${query}`)
      await browser.view.evaluate(slideShown)
    }
    taken.push(await secondsOf(open))
  }
  return atMost(work + kind, median(taken), 2, seconds)
}

/** Settles once a picture has faded in. */
const slideShown = `new Promise(function look(resolve) {
  var slide = document.querySelector('.slide.shown')
  if (slide && getComputedStyle(slide).opacity === '1') resolve(true)
  else setTimeout(look, 10, resolve)
})`
