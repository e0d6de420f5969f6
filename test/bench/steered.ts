import { openBrowser } from '../support/browser.ts'
import { startFirefox } from '../support/browsers/firefox-driver.ts'
import { noise } from '../support/pixels.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { fill } from './fill.ts'
import { onLowPower, type LowPower } from './low-power.ts'
import { inTurns, load, secondsOf } from './measure.ts'
import { run, startService, type Service } from './processes.ts'
import {
  atMost,
  ifPossible,
  median,
  mebibyte,
  mebibytes,
  seconds,
  times,
  type Row,
} from './report.ts'

const tablets = 200
const requestsPerTurn = 10_000

/** Frames that are steered: how soon their pages follow, and what it costs others that they ask. */
export async function steered(): Promise<Row[]> {
  await using folder = await temporaryFolder()
  const photo = (index: number) =>
    new Bun.Image(noise(320, 240, index + 1)).resize(1600, 1200).jpeg().bytes()
  const photos = await Promise.all(Array.from({ length: 40 }, (_, index) => photo(index)))
  await fill(
    folder.path,
    photos.length,
    (index) => photos[index] ?? [],
    (index) => `${index % 2 === 0 ? 'a' : 'b'}/${index}.jpg`,
  )
  const work = `${tablets} tablets that ask for their settings every 5 s`
  return [
    ...(await followingPages(folder.path)),
    ...(await onLowPower(work, (power) => askingFrames(work, folder.path, power))),
    await processorOf(folder.path),
  ]
}

/** What requests of a steered frame take of a processor, and those whose address says the same. */
async function processorOf(folder: string): Promise<Row> {
  await using service = await startService(folder)
  const settings = { folder: 'a', orientation: 'landscape', exclude: ['b'], width: 800 }
  await service.told('PUT /api/frames/steered', { settings })
  const same = 'folder=a&orientation=landscape&exclude=b&width=800'
  const taken = async (query: string) => {
    const before = await service.processorSeconds()
    await load(`${service.url}/api/images/random?as=json&${query}`, requestsPerTurn)
    return (await service.processorSeconds()) - before
  }
  const measure = async () => ({
    steered: await taken('frame=steered'),
    plain: await taken(`frame=plain&${same}`),
  })
  const rounds = await inTurns(9, measure, 3)
  const microseconds = (value: number) => `${((value / requestsPerTurn) * 1e6).toFixed(1)} µs`
  return atMost(
    'a random request of a steered frame, processor time, beside one whose address says the same',
    rounds.compare('steered', 'plain', microseconds),
    1.1,
    times,
  )
}

async function askingFrames(work: string, folder: string, power: LowPower): Promise<Row[]> {
  await using service = await startService(folder, power)
  for (let index = 0; index < tablets; index += 10) {
    const settings = { folder: 'a', seconds: 30 }
    await service.told(`PUT /api/frames/tablet-${index}`, { settings })
  }
  const ask = () => service.read('/api/images/random?frame=hall&as=image&width=800')
  /** The median of many: how long the picture takes, and what the service holds meanwhile. */
  const many = async (count: number) => {
    const took: number[] = []
    const held: number[] = []
    for (let time = 0; time < count; time += 1) {
      took.push(await secondsOf(ask))
      await Bun.sleep(100)
      held.push((await service.memory()).now)
    }
    return { took: median(took), held: median(held) }
  }
  await many(400)
  const ratios: number[] = []
  const more: number[] = []
  for (let turn = 0; turn < 5; turn += 1) {
    const alone = await many(60)
    const crowd = run('steered/tablets.ts', service.url, tablets)
    await Bun.sleep(6000)
    const crowded = await many(60)
    ratios.push(crowded.took / alone.took)
    more.push(crowded.held - alone.held)
    crowd.kill()
    await crowd.exited
  }
  return [
    atMost(`${work}: a frame's picture, beside its usual time`, median(ratios), 1.2, times),
    atMost(`${work}: memory`, median(more), 2 * mebibyte, mebibytes),
  ]
}

interface Page {
  open: (url: string) => Promise<unknown>
  ask: <T>(source: string) => Promise<T>
}

/** What came after 2012 and a page could use. */
const youngFeatures = `['fetch', 'Promise', 'Map', 'Set', 'Symbol', 'URL', 'URLSearchParams', 'EventSource',
  'IntersectionObserver', 'ResizeObserver'].forEach(function (name) { delete window[name] })
  delete HTMLImageElement.prototype.decode
  delete Object.assign
  delete Array.prototype.includes
  delete String.prototype.includes`

async function followingPages(folder: string): Promise<Row[]> {
  await using service = await startService(folder)
  const rows: Row[] = []
  for (const young of [true, false]) {
    const name = young ? 'Chromium' : 'the page as a browser of 2012 sees it'
    const measured = await ifPossible(name, ['chromium'], async () => {
      await using browser = await openBrowser()
      if (!young) await browser.prepare(youngFeatures)
      const { view } = browser
      const open = (url: string) => view.navigate(url)
      return [await following(service, name, { open, ask: (source) => view.evaluate(source) })]
    })
    rows.push(...measured)
  }
  const inFirefox = await ifPossible('Firefox', ['firefox'], async () => {
    await using firefox = await startFirefox()
    await using page = await firefox.open({ width: 1280, height: 800 })
    const { navigate: open, evaluate: ask } = page
    return [await following(service, 'Firefox', { open, ask })]
  })
  return [...rows, ...inFirefox]
}

/** The longest that a page took to follow a setting, a picture to show, and another picture. */
async function following(service: Service, name: string, page: Page): Promise<Row> {
  const put = (change: object) => service.told('PUT /api/frames/hall', change)
  const until = (source: string) =>
    secondsOf(async () => {
      for (const end = performance.now() + 30_000; !(await page.ask<boolean>(source));) {
        if (performance.now() > end) throw new Error(`${name}: never ${source}`)
        await Bun.sleep(20)
      }
    })
  await put({ settings: { folder: 'a' }, show: null })
  await page.open(`${service.url}/?frame=hall&seconds=86400`)
  await until(`!!document.querySelector('img.shown')`)
  await page.ask(`!!(window.sameDocument = true)`)
  const shown = `(document.querySelector('img.shown') || {}).src`
  const took: number[] = []
  const steps: [change: object, follows: string][] = [
    [{ settings: { folder: 'b' } }, `${shown}.indexOf('/b/') > 0`],
    [
      { settings: { folder: 'b', clock: true } },
      `document.getElementById('clock').textContent !== ''`,
    ],
    [
      { settings: { folder: 'b', caption: 'folder' } },
      `/b/.test(document.querySelector('.shown b').textContent)`,
    ],
    [
      { show: { path: 'a/0.jpg', until: new Date(Date.now() + 3_600_000).toISOString() } },
      `${shown}.indexOf('/a/0.jpg') > 0`,
    ],
    [{ show: null }, `${shown}.indexOf('/b/') > 0`],
  ]
  for (const [index, [change, follows]] of steps.entries()) {
    // At several moments between two questions of the page.
    await Bun.sleep(1000 * index)
    await put(change)
    took.push(await until(follows))
  }
  const before = await page.ask<string>(shown)
  await service.told('POST /api/frames/hall/next')
  took.push(await until(`${shown} !== ${JSON.stringify(before)}`))
  const isSame = await page.ask<boolean>(`window.sameDocument === true`)
  const slowest = isSame ? Math.max(...took) : Infinity
  return atMost(`a setting, show or next on the screen: ${name}`, slowest, 6, seconds)
}
