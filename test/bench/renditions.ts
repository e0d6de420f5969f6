import { join } from 'node:path'
import { temporaryFolder } from '../support/temporary.ts'
import { withLowPower } from './low-power.ts'
import { inTurns, load, secondsOf } from './measure.ts'
import { photoJpeg, photoPng } from './photos.ts'
import { startService, type StartOptions } from './processes.ts'
import { atLeast, atMost, mebibytes, percent, skipped, times, type Row } from './report.ts'

const turns = 7
const box = 'width=800&height=480'
const mebibyte = 1024 ** 2

/** What frames ask for beyond a scaled JPEG: exact sizes, transparency, the colours of e-paper. */
export async function renditions(): Promise<Row[]> {
  await using folder = await temporaryFolder()
  await Bun.write(join(folder.path, 'photo.jpg'), await photoJpeg(4000, 3000))
  await Bun.write(join(folder.path, 'large.jpg'), await photoJpeg(6000, 4000))
  await Bun.write(join(folder.path, 'opaque.png'), await photoPng(4000, 3000, false))
  await Bun.write(join(folder.path, 'transparent.png'), await photoPng(4000, 3000, true))
  return [
    await cover(folder.path),
    await transparency(folder.path),
    await transparencyMemory(folder.path),
    await palette(folder.path),
    await paletteMemory(folder.path),
    await memoryOfMany(folder.path),
    await askedAgain(folder.path),
  ]
}

/** A service that keeps nothing that it makes. */
const startFresh = (folder: string, wrap?: StartOptions['wrap']) =>
  startService(folder, { wrap, env: { CACHE_SIZE: '0' } })

async function fetchWhole(url: string): Promise<void> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`${url}: ${await answer.text()}`)
  await answer.arrayBuffer()
}

/** The time for one rendition, of that for another one. */
async function ratioOf(folder: string, path: string, other: string): Promise<number> {
  await using service = await startFresh(folder)
  const secondsFor = (what: string) => secondsOf(() => fetchWhole(`${service.url}/uploads/${what}`))
  const rounds = await inTurns(
    turns,
    async () => (await secondsFor(path)) / (await secondsFor(other)),
  )
  return rounds.median(Number)
}

async function cover(folder: string): Promise<Row> {
  const ratio = await ratioOf(folder, `photo.jpg?${box}&fit=cover`, `photo.jpg?${box}`)
  return atMost('12 megapixels cut to 800 x 480, of the time to fit them inside', ratio, 1.3, times)
}

async function transparency(folder: string): Promise<Row> {
  const query = `${box}&format=jpeg`
  const ratio = await ratioOf(folder, `transparent.png?${query}`, `opaque.png?${query}`)
  return atMost(
    'a transparent PNG of 12 megapixels to a JPEG, of the opaque one',
    ratio,
    1.3,
    times,
  )
}

async function transparencyMemory(folder: string): Promise<Row> {
  const peakFor = async (name: string) => {
    await using service = await startFresh(folder)
    await fetchWhole(`${service.url}/uploads/${name}?${box}&format=jpeg`)
    return (await service.memory()).peak
  }
  const rounds = await inTurns(
    turns,
    async () => (await peakFor('transparent.png')) - (await peakFor('opaque.png')),
  )
  const work = 'peak memory for that, more than for the opaque one'
  return atMost(work, rounds.median(Number), 8 * mebibyte, mebibytes)
}

async function palette(folder: string): Promise<Row> {
  const work = "12 megapixels to 800 x 480 in Spectra 6, of ImageMagick's time"
  if (Bun.which('convert') === null) return skipped(work, `<= ${times(0.5)}`, 'no ImageMagick')
  await using service = await startFresh(folder)
  const colours = ['020202', 'bec8c8', 'cdca00', '871300', '05409e', '27663c']
  const map = join(folder, 'palette.gif')
  await Bun.spawn(['convert', ...colours.map((colour) => `xc:#${colour}`), '+append', map]).exited
  const source = join(folder, 'photo.jpg')
  const scale = ['-resize', '800x480^', '-gravity', 'center', '-extent', '800x480']
  const remap = ['-dither', 'FloydSteinberg', '-remap', map, join(folder, 'remapped.png')]
  const rounds = await inTurns(turns, async () => {
    const theirs = await secondsOf(() => Bun.spawn(['convert', source, ...scale, ...remap]).exited)
    const path = `photo.jpg?${box}&fit=cover&palette=spectra6`
    return (await secondsOf(() => fetchWhole(`${service.url}/uploads/${path}`))) / theirs
  })
  return atMost(work, rounds.median(Number), 0.5, times)
}

function paletteMemory(folder: string): Promise<Row> {
  const work = 'peak memory for 24 megapixels to 1600 x 1200 in Spectra 6, on a small board'
  const path = '/uploads/large.jpg?width=1600&height=1200&fit=cover&palette=spectra6'
  return memoryOnSmallBoard(folder, work, (url) => fetchWhole(url + path))
}

/** What an eager frame, or a page of pictures, asks for: each size is made anew. */
function memoryOfMany(folder: string): Promise<Row> {
  const work =
    'peak memory for 12 megapixels, six sizes at once and forty in a row, on a small board'
  return memoryOnSmallBoard(folder, work, async (url) => {
    const ask = (width: number) => fetchWhole(`${url}/uploads/photo.jpg?width=${width}`)
    await Promise.all([800, 801, 802, 803, 804, 805].map(ask))
    for (let width = 810; width < 850; width += 1) await ask(width)
  })
}

async function memoryOnSmallBoard(
  folder: string,
  work: string,
  ask: (url: string) => Promise<void>,
): Promise<Row> {
  const bound = 128 * mebibyte
  const peak = await withLowPower(async ({ wrap }) => {
    await using service = await startFresh(folder, wrap)
    await ask(service.url)
    return (await service.memory()).peak
  })
  if (peak === undefined) return skipped(work, `<= ${mebibytes(bound)}`, 'no control groups')
  return atMost(work, peak, bound, mebibytes)
}

/** A frame that asks more often than its picture changes, next to one that gets it each time. */
async function askedAgain(folder: string): Promise<Row> {
  await using service = await startService(folder)
  const kept = `${service.url}/uploads/photo.jpg?${box}`
  const ofSlot = `${service.url}/api/images/random?${box}&frame=hall&every=1d&as=image`
  await fetchWhole(kept)
  const { headers } = await fetch(ofSlot)
  const condition = `If-None-Match: ${headers.get('ETag')}`
  const rounds = await inTurns(turns, async () => {
    const again = await load(ofSlot, 6000, ['304', condition])
    return again.perSecond / (await load(kept, 6000)).perSecond
  })
  const work = 'a frame that asks again within its slot (304), of a kept rendition'
  return atLeast(work, rounds.median(Number), 0.8, percent)
}
