import { join } from 'node:path'
import { temporaryFolder } from '../support/temporary.ts'
import { onLowPower } from './low-power.ts'
import { inTurns, load, rateOf, secondsOf } from './measure.ts'
import { box, photoJpeg, photoPng } from './photos.ts'
import { startService, type Service, type StartOptions } from './processes.ts'
import {
  atLeast,
  atMost,
  ifPossible,
  mebibyte,
  mebibytes,
  percent,
  perSecond,
  seconds,
  times,
  type Row,
} from './report.ts'

const turns = 7

/** What frames ask for beyond a scaled JPEG: exact sizes, transparency, the colours of e-paper. */
export async function renditions(): Promise<Row[]> {
  await using folder = await temporaryFolder()
  const { path } = folder
  await Bun.write(join(path, 'photo.jpg'), await photoJpeg(4000, 3000))
  await Bun.write(join(path, 'large.jpg'), await photoJpeg(6000, 4000))
  await Bun.write(join(path, 'opaque.png'), await photoPng(4000, 3000, false))
  await Bun.write(join(path, 'transparent.png'), await photoPng(4000, 3000, true))
  const [cut, clear] = [`photo.jpg?${box}`, `png?${box}&format=jpeg`]
  return [
    await ratioRow(
      path,
      '12 megapixels cut to 800 x 480, of the time to fit them inside',
      `${cut}&fit=cover`,
      cut,
    ),
    await ratioRow(
      path,
      'a transparent PNG of 12 megapixels to a JPEG, of the opaque one',
      `transparent.${clear}`,
      `opaque.${clear}`,
    ),
    await transparencyMemory(path, clear),
    ...(await palette(path)),
    ...(await onSmallBoard(
      path,
      'peak memory for 24 megapixels to 1600 x 1200 in Spectra 6, on a small board',
      ({ read }) => read('/uploads/large.jpg?width=1600&height=1200&fit=cover&palette=spectra6'),
    )),
    // What an eager frame, or a page of pictures, asks for: each size is made anew.
    ...(await onSmallBoard(
      path,
      'peak memory for 12 megapixels, six sizes at once and forty in a row, on a small board',
      async ({ read }) => {
        const ask = (width: number) => read(`/uploads/photo.jpg?width=${width}`)
        await Promise.all([800, 801, 802, 803, 804, 805].map(ask))
        for (let width = 810; width < 850; width += 1) await ask(width)
      },
    )),
    await askedAgain(path),
  ]
}

/** A service that keeps nothing that it makes. */
const startFresh = (folder: string, options?: StartOptions) =>
  startService(folder, { ...options, env: { CACHE_SIZE: '0' } })

/** The time for one rendition, of that for another one. */
async function ratioRow(folder: string, work: string, one: string, other: string): Promise<Row> {
  await using service = await startFresh(folder)
  const secondsFor = (what: string) => secondsOf(() => service.read(`/uploads/${what}`))
  const rounds = await inTurns(turns, async () => ({
    one: await secondsFor(one),
    other: await secondsFor(other),
  }))
  return atMost(work, rounds.compare('one', 'other', seconds), 1.3, times)
}

async function transparencyMemory(folder: string, what: string): Promise<Row> {
  const peakFor = async (name: string) => {
    await using service = await startFresh(folder)
    await service.read(`/uploads/${name}.${what}`)
    return (await service.memory()).peak
  }
  const rounds = await inTurns(turns, async () => ({
    more: (await peakFor('transparent')) - (await peakFor('opaque')),
  }))
  const work = 'peak memory for that, more than for the opaque one'
  return atMost(work, rounds.median('more'), 8 * mebibyte, mebibytes)
}

function palette(folder: string): Promise<Row[]> {
  const work = "12 megapixels to 800 x 480 in Spectra 6, of ImageMagick's time"
  return ifPossible(work, ['imagemagick'], async () => {
    await using service = await startFresh(folder)
    const colours = ['020202', 'bec8c8', 'cdca00', '871300', '05409e', '27663c']
    const map = join(folder, 'palette.gif')
    await Bun.spawn(['convert', ...colours.map((colour) => `xc:#${colour}`), '+append', map]).exited
    const source = join(folder, 'photo.jpg')
    const scale = ['-resize', '800x480^', '-gravity', 'center', '-extent', '800x480']
    const remap = ['-dither', 'FloydSteinberg', '-remap', map, join(folder, 'remapped.png')]
    const path = `/uploads/photo.jpg?${box}&fit=cover&palette=spectra6`
    const rounds = await inTurns(turns, async () => ({
      theirs: await secondsOf(() => Bun.spawn(['convert', source, ...scale, ...remap]).exited),
      ours: await secondsOf(() => service.read(path)),
    }))
    return [atMost(work, rounds.compare('ours', 'theirs', seconds), 0.5, times)]
  })
}

const onSmallBoard = (folder: string, work: string, ask: (service: Service) => Promise<unknown>) =>
  onLowPower(work, async (power) => {
    await using service = await startFresh(folder, power)
    await ask(service)
    return [atMost(work, (await service.memory()).peak, 128 * mebibyte, mebibytes)]
  })

/** A frame that asks more often than its picture changes, next to one that gets it each time. */
async function askedAgain(folder: string): Promise<Row> {
  await using service = await startService(folder)
  const kept = `/uploads/photo.jpg?${box}`
  const ofSlot = `/api/images/random?${box}&frame=hall&every=1d&as=image`
  await service.read(kept)
  const { headers } = await service.ask(`GET ${ofSlot}`)
  const condition = `If-None-Match: ${headers.get('ETag')}`
  const rounds = await inTurns(turns, async () => ({
    again: (await load(service.url + ofSlot, 6000, '304', condition)).perSecond,
    kept: await rateOf(service.url + kept, 6000),
  }))
  const work = 'a frame that asks again within its slot (304), of a kept rendition'
  return atLeast(work, rounds.compare('again', 'kept', perSecond), 0.8, percent)
}
