import { join } from 'node:path'
import { findDecoder } from '../../src/disk/processes/system-decoder.ts'
import { encodeHeif } from '../support/heif.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { onLowPower } from './low-power.ts'
import { inTurns, load, rateOf, secondsOf } from './measure.ts'
import { box, photoJpeg, photoPng } from './photos.ts'
import { startBare, startService } from './processes.ts'
import {
  atLeast,
  atMost,
  ifPossible,
  mebibyte,
  mebibytes,
  percent,
  perSecond,
  seconds,
  skipped,
  times,
  type Row,
} from './report.ts'

/** Originals and kept renditions by their rate, made ones by their time and memory. */
export async function pictures(): Promise<Row[]> {
  await using folder = await temporaryFolder()
  const { path } = folder
  const photo = await photoJpeg(4000, 3000)
  await Bun.write(join(path, 'photo.jpg'), photo)
  await Bun.write(join(path, 'large.jpg'), await photoJpeg(6000, 4000))
  await Bun.write(join(path, 'opaque.png'), await photoPng(4000, 3000, false))
  await Bun.write(join(path, 'transparent.png'), await photoPng(4000, 3000, true))
  return [
    ...(await rates(path)),
    ...(await made(path)),
    ...(await ifPossible('renditions of HEIC', ['libheif'], async () => {
      const heic = await encodeHeif(photo, 'heic', ['-p', 'preset=ultrafast'])
      await Bun.write(join(path, 'photo.heic'), heic)
      const command = [findDecoder() ?? '', join(path, 'photo.heic'), join(path, 'decoded.jpg')]
      const work = "a 12-megapixel HEIC to 800 x 480, of the decoder's time on its own"
      return [await madeRow(path, work, `photo.heic?${box}`, command, 1.3), ...(await memory(path))]
    })),
  ]
}

async function rates(folder: string): Promise<Row[]> {
  await using service = await startService(folder)
  const rendition = `/uploads/photo.jpg?${box}`
  const ofSlot = `/api/images/random?${box}&frame=hall&every=1d&as=image`
  await Bun.write(join(folder, 'small.jpg'), await service.read(rendition))
  await using bare = await startBare('files', folder)
  const { headers } = await service.ask(`GET ${ofSlot}`)
  const condition = `If-None-Match: ${headers.get('ETag')}`
  const rounds = await inTurns(5, async () => ({
    own: await rateOf(`${bare.url}/own/photo.jpg`, 800),
    original: await rateOf(`${service.url}/uploads/photo.jpg`, 800),
    file: await rateOf(`${bare.url}/small.jpg`, 6000),
    kept: await rateOf(service.url + rendition, 6000),
    again: (await load(service.url + ofSlot, 6000, '304', condition)).perSecond,
  }))
  const rowOf = (
    work: string,
    ...[one, other, bound]: ['original' | 'kept' | 'again', 'own' | 'file' | 'kept', number]
  ) => atLeast(work, rounds.compare(one, other, perSecond), bound, percent)
  return [
    rowOf("an original of 12 megapixels, of Bun's directory route", 'original', 'own', 0.9),
    rowOf('a kept rendition, of a bare route for its file', 'kept', 'file', 0.8),
    rowOf(
      'a frame that asks again within its slot (304), of a kept rendition',
      'again',
      'kept',
      0.8,
    ),
  ]
}

/** What is made, and what makes the same: another address, or a program. */
async function made(folder: string): Promise<Row[]> {
  const at = (name: string) => join(folder, name)
  const photo = `photo.jpg?${box}`
  const colours = ['020202', 'bec8c8', 'cdca00', '871300', '05409e', '27663c']
  const scale = ['-resize', '800x480^', '-gravity', 'center', '-extent', '800x480']
  const remap = ['-dither', 'FloydSteinberg', '-remap', at('palette.gif'), at('remapped.png')]
  const rows = [
    await madeRow(
      folder,
      'cut to 800 x 480, of the time to fit inside',
      `${photo}&fit=cover`,
      photo,
      1.3,
    ),
    await madeRow(
      folder,
      'a transparent PNG to a JPEG, of an opaque one',
      `transparent.png?${box}&format=jpeg`,
      `opaque.png?${box}&format=jpeg`,
      1.3,
    ),
  ]
  const vips = ['vipsthumbnail', at('photo.jpg'), '--size', '800x480', '-o', at('vips.jpg[Q=80]')]
  const work = "a rendition made of 12 megapixels, of vipsthumbnail's time"
  const isThere = Bun.which('vipsthumbnail') !== null
  rows.push(
    isThere ? await madeRow(folder, work, photo, vips, 1.2) : skipped(work, 'no vipsthumbnail'),
  )
  const spectra = "12 megapixels to 800 x 480 in Spectra 6, of ImageMagick's time"
  const inColours = await ifPossible(spectra, ['imagemagick'], async () => {
    const swatches = colours.map((colour) => `xc:#${colour}`)
    await Bun.spawn(['convert', ...swatches, '+append', at('palette.gif')]).exited
    const convert = ['convert', at('photo.jpg'), ...scale, ...remap]
    return [await madeRow(folder, spectra, `${photo}&fit=cover&palette=spectra6`, convert, 0.5)]
  })
  return [...rows, ...inColours]
}

async function madeRow(
  folder: string,
  work: string,
  ours: string,
  theirs: string | string[],
  bound: number,
): Promise<Row> {
  await using service = await startService(folder, { env: { CACHE_SIZE: '0' } })
  const make = (what: string | string[]) =>
    typeof what === 'string'
      ? service.read(`/uploads/${what}`)
      : Bun.spawn(what, { stdout: 'ignore' }).exited
  const rounds = await inTurns(7, async () => ({
    theirs: await secondsOf(() => make(theirs)),
    ours: await secondsOf(() => make(ours)),
  }))
  return atMost(work, rounds.compare('ours', 'theirs', seconds), bound, times)
}

/** The limit of 256 MB holds for the service and its decoder together. */
const memory = (folder: string) =>
  onLowPower('memory of renditions, low power', async (power) => {
    const peakFor = async (what: string) => {
      await using service = await startService(folder, { ...power, env: { CACHE_SIZE: '0' } })
      const { status } = await service.ask(`GET /uploads/${what}`)
      return status === 200 ? (await service.memory()).peak : Infinity
    }
    const panel = 'large.jpg?width=1600&height=1200&fit=cover&palette=spectra6'
    const [jpeg, heic] = [await peakFor(`photo.jpg?${box}`), await peakFor(`photo.heic?${box}`)]
    const work = 'peak memory for 24 megapixels to 1600 x 1200 in Spectra 6, low power'
    return [
      atMost(work, await peakFor(panel), 128 * mebibyte, mebibytes),
      atMost(
        'peak memory for a HEIC, low power, decoder included, of that for a JPEG',
        { value: heic / jpeg, note: ` (${mebibytes(heic)} to ${mebibytes(jpeg)})` },
        1.1,
        times,
      ),
    ]
  })
