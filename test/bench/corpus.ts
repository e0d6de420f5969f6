import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { folderListingSchema, type ImageEntry } from '../../src/library/types.ts'
import { lacks } from '../support/programs.ts'
import { pictureFormats } from '../../src/formats/picture-formats.ts'
import { sourceOf } from '../support/byte-source.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { meanDifference, openPictureViewer } from './corpus/picture-viewer.ts'
import { startService, type Server } from './processes.ts'
import { atLeast, atMost, mebibytes, percent, skipped, type Row } from './report.ts'

/** What may differ from a browser's picture on average, of 255, in a grid of 32 × 32 cells. */
const maxDifference = 12
const grid = 32

/** The width and height of the box that renditions fit into. */
const box = 320

/** Files of fuzzers and of reports on crashes are hardly pictures. */
const isFuzzed = (path: string) => /fuzz|crash|poc/i.test(path)

const formats = ['jpeg', 'png', 'webp'] as const

const sizes = 'dimensions of pictures from everywhere, of those that Chromium shows'
const looks = 'renditions that look as in Chromium, but for damaged pictures, and those for print'

const answers = 'fuzzed pictures answered with a picture or 400 within a second'
const growth = 'memory after asking for them once more, beyond that after the first time'

/** What a collector of garbage leaves now and then, in bytes. */
const mostGrowth = 24 * 1024 ** 2

/**
 * Compares what the service says and makes of the pictures in the folder that `CORPUS` names with
 * what Chromium shows of each: test pictures of image libraries, as their packages hold them. Which
 * of them differ goes to stderr.
 */
export async function corpus(): Promise<Row[]> {
  const folder = process.env['CORPUS']
  const missing = whatIsMissing()
  if (folder === undefined || missing !== undefined) {
    return [
      skipped(sizes, '>= 100 %', `${missing}`),
      skipped(looks, '>= 99 %', `${missing}`),
      skipped(answers, '>= 100 %', `${missing}`),
      skipped(growth, `<= ${mebibytes(mostGrowth)}`, `${missing}`),
    ]
  }
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
    atLeast(sizes, size.share, 1, percent),
    atLeast(looks, look.share, 0.99, percent),
    ...hostile,
  ]
}

/** Asks twice for renditions of files that are made to break decoders. */
async function answersTo(service: Server, urls: readonly string[]): Promise<Row[]> {
  const inTime = new Share()
  const askAll = async () => {
    for (const url of urls) {
      const begun = performance.now()
      const answer = await fetch(`${url}?width=${box}&height=${box}&format=jpeg`)
      await answer.arrayBuffer()
      const milliseconds = performance.now() - begun
      const isGood = (answer.status === 200 || answer.status === 400) && milliseconds < 1000
      inTime.count(isGood, `${url}: ${answer.status} after ${milliseconds.toFixed(0)} ms`)
    }
    await Bun.sleep(2000)
    return (await service.memory()).now
  }
  const before = await askAll()
  const after = await askAll()
  return [
    atLeast(answers, inTime.share, 1, percent),
    atMost(growth, after - before, mostGrowth, mebibytes),
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

function whatIsMissing(): string | undefined {
  if (process.env['CORPUS'] === undefined) return 'CORPUS names no folder'
  if (lacks('chromium')) return 'no Chromium'
  return Bun.which('vips') === null ? 'no vips (libvips-tools)' : undefined
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

const listingAnswer = z.object({ data: folderListingSchema })

async function imagesIn(service: Server, path = ''): Promise<ImageEntry[]> {
  const answer = await fetch(`${service.url}/api/folders?path=${encodeURIComponent(path)}`)
  const { data } = listingAnswer.parse(await answer.json())
  const below: ImageEntry[][] = []
  for (const folder of data.folders) below.push(await imagesIn(service, folder.path))
  return [...data.images, ...below.flat()]
}

const urlOf = (service: Server, { path }: ImageEntry) =>
  `${service.url}/uploads/${path.split('/').map(encodeURIComponent).join('/')}`
