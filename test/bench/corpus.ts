import { cp } from 'node:fs/promises'
import { z } from 'zod'
import { folderListingSchema, type ImageEntry } from '../../src/collection/types.ts'
import { chromium, openBrowser } from '../support/browser.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { startService, type Server } from './processes.ts'
import { atLeast, percent, skipped, type Row } from './report.ts'

/** What may differ from a browser's picture on average, of 255, at 32 × 32 pixels. */
const maxDifference = 12

/** Files of fuzzers and of reports on crashes are hardly pictures. */
const isFuzzed = (path: string) => /fuzz|crash|poc/i.test(path)

const formats = ['jpeg', 'png', 'webp'] as const

const sizes = 'dimensions of pictures from everywhere, of those that Chromium shows'
const looks = 'renditions that look as in Chromium, of those of the same pictures'

/**
 * Compares what the service says and makes of the pictures in the folder that `CORPUS` names with
 * what Chromium shows of each: test pictures of image libraries, as their packages hold them. Which
 * of them differ goes to stderr.
 */
export async function corpus(): Promise<Row[]> {
  const { CORPUS } = process.env
  const missing = CORPUS === undefined ? 'CORPUS names no folder' : 'no Chromium'
  if (CORPUS === undefined || chromium === undefined) {
    return [skipped(sizes, '>= 100 %', missing), skipped(looks, '>= 99 %', missing)]
  }
  await using folder = await temporaryFolder()
  await cp(CORPUS, folder.path, { recursive: true })
  await using service = await startService(folder.path, { env: { CACHE_SIZE: '0' } })
  await using page = await openPage()
  const [size, look] = [new Share(), new Share()]
  for (const image of await imagesIn(service)) {
    const { width, height } = image.dimensions
    const small = { width: Math.min(width, 32), height: Math.min(height, 32) }
    const shown = isFuzzed(image.path) ? undefined : await page.look(urlOf(service, image), small)
    if (shown === undefined) continue
    const isSame = width === shown.width && height === shown.height
    size.count(isSame, `${image.path}: ${width} x ${height}, not ${shown.width} x ${shown.height}`)
    for (const format of formats) {
      const made = await page.look(
        `${urlOf(service, image)}?width=320&height=320&format=${format}`,
        small,
      )
      const difference = made === undefined ? Number.NaN : meanDifference(made.pixels, shown.pixels)
      look.count(
        difference <= maxDifference,
        `${image.path} as ${format}: ${difference.toFixed(1)}`,
      )
    }
  }
  return [atLeast(sizes, size.share, 1, percent), atLeast(looks, look.share, 0.99, percent)]
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

interface Size {
  width: number
  height: number
}

interface Shown extends Size {
  /** Red, green, blue and opacity of each pixel, on white. */
  pixels: Uint8Array
}

const script = `
  async function look(url, { width, height }) {
    const image = new Image()
    image.crossOrigin = 'anonymous'
    image.src = url
    try { await image.decode() } catch { return null }
    const shown = { width: image.naturalWidth, height: image.naturalHeight }
    const canvas = Object.assign(document.createElement('canvas'), { width: width || 1, height: height || 1 })
    const context = canvas.getContext('2d', { willReadFrequently: true })
    context.imageSmoothingQuality = 'high'
    context.fillStyle = 'white'
    context.fillRect(0, 0, width, height)
    context.drawImage(image, 0, 0, width, height)
    const { data } = context.getImageData(0, 0, width, height)
    return { ...shown, pixels: btoa(String.fromCharCode(...data)) }
  }`

/** A page that shows one picture after the other. */
async function openPage() {
  const html = `<!doctype html><link rel="icon" href="data:,"><script>${script}</script>`
  const server = Bun.serve({
    port: 0,
    fetch: () => new Response(html, { headers: { 'Content-Type': 'text/html' } }),
  })
  const browser = await openBrowser()
  await browser.view.navigate(server.url.href)
  return {
    /**
     * What a browser shows of a picture, its pixels scaled to a size; `undefined` for what it shows
     * nothing of.
     */
    look: async (url: string, size: Size): Promise<Shown | undefined> => {
      const shown = await browser.view.evaluate<
        (Omit<Shown, 'pixels'> & { pixels: string }) | null
      >(`look(${JSON.stringify(url)}, ${JSON.stringify(size)})`)
      return shown === null ? undefined : { ...shown, pixels: Buffer.from(shown.pixels, 'base64') }
    },
    [Symbol.asyncDispose]: async () => {
      await browser[Symbol.asyncDispose]()
      await server.stop(true)
    },
  }
}

function meanDifference(one: Uint8Array, other: Uint8Array): number {
  let sum = 0
  for (let at = 0; at < one.length; at += 1) sum += Math.abs((one[at] ?? 0) - (other[at] ?? 0))
  // Opacity is the same everywhere.
  return sum / ((one.length * 3) / 4)
}
