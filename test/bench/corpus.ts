import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImageEntry } from '../../src/library/types.ts'
import { pictureFormats } from '../../src/formats/picture-formats.ts'
import { sourceOf } from '../support/byte-source.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { meanDifference, openPictureViewer } from './corpus/picture-viewer.ts'
import { secondsOf } from './measure.ts'
import { startService, type Service } from './processes.ts'
import {
  atLeast,
  atMost,
  ifPossible,
  mebibyte,
  milliseconds,
  mebibytes,
  percent,
  skipped,
  type Row,
} from './report.ts'

/** What may differ from a browser's picture on average, of 255, in a grid of 32 × 32 cells. */
const maxDifference = 12
const grid = 32

const box = 320

/** Files of fuzzers and of reports on crashes are hardly pictures. */
const isFuzzed = (path: string) => /fuzz|crash|poc/i.test(path)

const formats = ['jpeg', 'png', 'webp'] as const

/** What a collector of garbage leaves now and then, in bytes. */
const mostGrowth = 24 * mebibyte

/**
 * Compares what the service says and makes of the pictures in the folder that `CORPUS` names with
 * what Chromium shows of each: test pictures of image libraries, as their packages hold them. Which
 * of them differ goes to stderr.
 */
export async function corpus(): Promise<Row[]> {
  const work = 'pictures from everywhere, beside what Chromium shows of them'
  const folder = process.env['CORPUS']
  if (folder === undefined) return [skipped(work, 'CORPUS names no folder')]
  if (Bun.which('vips') === null) return [skipped(work, 'no vips (libvips-tools)')]
  return ifPossible(work, ['chromium'], () => compare(folder))
}

async function compare(folder: string): Promise<Row[]> {
  await using uploads = await temporaryFolder()
  await cp(folder, uploads.path, { recursive: true })
  await using service = await startService(uploads.path, { env: { CACHE_SIZE: '0' } })
  await using viewer = await openPictureViewer()
  const images = await imagesIn(service)
  const fuzzed = images.filter(({ path }) => isFuzzed(path)).map((image) => urlOf(service, image))
  const hostile = await answersTo(service, fuzzed)
  const [size, look] = [new Share(), new Share()]
  for (const image of images) {
    const { width, height } = image.dimensions
    const cells = cellsOf({ width, height })
    const shown = isFuzzed(image.path) ? undefined : await viewer.look(urlOf(service, image), cells)
    if (shown === undefined) continue
    const isSame = width === shown.width && height === shown.height
    size.count(isSame, `${image.path}: ${width} x ${height}, not ${shown.width} x ${shown.height}`)
    const results: { isGood: boolean; said: string }[] = []
    for (const format of formats) {
      const query = `width=${box}&height=${box}&format=${format}`
      const made = await viewer.look(`${urlOf(service, image)}?${query}`, cells)
      const difference = made === undefined ? Number.NaN : meanDifference(made, shown)
      const said = `${image.path} as ${format}: ${difference.toFixed(1)}`
      results.push({ isGood: difference <= maxDifference, said })
    }
    const hasMiss = results.some(({ isGood }) => !isGood)
    const path = join(uploads.path, image.path)
    if (hasMiss && ((await isSimplified(path)) || (await isDamaged(path)))) continue
    for (const { isGood, said } of results) look.count(isGood, said)
  }
  return [
    atLeast(
      'dimensions of pictures from everywhere, of those that Chromium shows',
      size.share,
      1,
      percent,
    ),
    atLeast(
      'renditions that look as in Chromium, but for damaged pictures, and those for print',
      look.share,
      0.99,
      percent,
    ),
    ...hostile,
  ]
}

/** Asks twice for renditions of files that are made to break decoders. */
async function answersTo(service: Service, urls: readonly string[]): Promise<Row[]> {
  const inTime = new Share()
  const askAll = async () => {
    for (const url of urls) {
      let status = 0
      const took = await secondsOf(async () => {
        const answer = await fetch(`${url}?width=${box}&height=${box}&format=jpeg`)
        await answer.arrayBuffer()
        status = answer.status
      })
      const isGood = (status === 200 || status === 400) && took < 1
      inTime.count(isGood, `${url}: ${status} after ${milliseconds(took)}`)
    }
    await Bun.sleep(2000)
    return (await service.memory()).now
  }
  const growth = -(await askAll()) + (await askAll())
  return [
    atLeast(
      'fuzzed pictures answered with a picture or 400 within a second',
      inTime.share,
      1,
      percent,
    ),
    atMost(
      'memory after asking for them once more, beyond that after the first time',
      growth,
      mostGrowth,
      mebibytes,
    ),
  ]
}

/**
 * No grid is finer than two pixels of the picture, or of its rendition where that is smaller: JPEG and
 * WebP have one colour for each square of four.
 */
function cellsOf({ width, height }: { width: number; height: number }) {
  const scale = Math.min(1, box / Math.max(width, height, 1))
  const side = (length: number) => Math.max(1, Math.min(grid, Math.round((scale * length) / 2)))
  return { width: side(width), height: side(height) }
}

/**
 * Whether the service shows less of a picture than a browser, by intention: it ignores the profiles of
 * inks, those that are tables, and animated PNGs.
 */
async function isSimplified(path: string): Promise<boolean> {
  const file = Buffer.from(await Bun.file(path).bytes())
  const header = await pictureFormats.readHeader(sourceOf(file))
  const hasInks = typeof header !== 'string' && header.hasInks === true
  const placeOf = (name: string) => file.indexOf(name, 0, 'latin1')
  return hasInks || placeOf('A2B0') !== -1 || placeOf('fcTL') > placeOf('IDAT')
}

/** Whether libvips finds damage: each decoder makes something else of damaged data. */
async function isDamaged(path: string): Promise<boolean> {
  const command = ['vips', 'avg', `${path}[fail-on=warning]`]
  return (await Bun.spawn(command, { stdout: 'ignore', stderr: 'ignore' }).exited) !== 0
}

/** Counts what is as it should be, and reports what is not. */
class Share {
  #good = 0
  #all = 0

  count(isGood: boolean, said: string): void {
    this.#all += 1
    if (isGood) this.#good += 1
    else console.error(said)
  }

  get share(): number {
    return this.#good / this.#all
  }
}

async function imagesIn(service: Service, path = ''): Promise<ImageEntry[]> {
  const data = await service.told(`GET /api/folders?path=${encodeURIComponent(path)}`)
  const below: ImageEntry[][] = []
  for (const folder of data.folders) below.push(await imagesIn(service, folder.path))
  return [...data.images, ...below.flat()]
}

const urlOf = (service: Service, { path }: ImageEntry) =>
  `${service.url}/uploads/${path.split('/').map(encodeURIComponent).join('/')}`
