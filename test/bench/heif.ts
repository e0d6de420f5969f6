import { join } from 'node:path'
import { findDecoder } from '../../src/collection/disk/processes/system-decoder.ts'
import { encodeHeif } from '../support/heif.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { withLowPower, type LowPower } from './low-power.ts'
import { inTurns, load, secondsOf } from './measure.ts'
import { startService } from './processes.ts'
import { atLeast, atMost, mebibytes, percent, report, skipped, times, type Row } from './report.ts'

const box = 'width=800&height=480'
const madeWork = "a 12-megapixel HEIC to 800 x 480, first time, of the decoder's time on its own"
const memoryWork =
  'the same with low power, child included: memory of the service, of that for a JPEG'
const keptWork = 'the same asked for again, of a kept rendition of a JPEG'

/** Renditions of a photo that a program of the system decodes. */
export async function heifPictures(photo: Uint8Array): Promise<Row[]> {
  const decoder = findDecoder()
  if (decoder === undefined || Bun.which('heif-enc') === null) {
    const why = 'no libheif (libheif-examples)'
    return [
      skipped(madeWork, `<= ${times(1.3)}`, why),
      skipped(memoryWork, `<= ${times(1.1)}`, why),
      skipped(keptWork, `>= ${percent(0.9)}`, why),
    ]
  }
  await using folder = await temporaryFolder()
  await Bun.write(join(folder.path, 'photo.jpg'), photo)
  const heic = await encodeHeif(photo, 'heic', ['-p', 'preset=ultrafast'])
  await Bun.write(join(folder.path, 'photo.heic'), heic)
  const memory = await withLowPower((power) => memoryRow(folder.path, power))
  return [
    await madeRow(folder.path, decoder),
    memory ?? skipped(memoryWork, `<= ${times(1.1)}`, 'no cgroups'),
    await keptRow(folder.path),
  ]
}

async function madeRow(folder: string, decoder: string): Promise<Row> {
  await using service = await startService(folder, { env: { CACHE_SIZE: '0' } })
  const command = [decoder, join(folder, 'photo.heic'), join(folder, 'decoded.jpg')]
  const ask = async () => (await fetch(`${service.url}/uploads/photo.heic?${box}`)).arrayBuffer()
  const rounds = await inTurns(7, async () => {
    const theirs = await secondsOf(() => Bun.spawn(command, { stdout: 'ignore' }).exited)
    return (await secondsOf(ask)) / theirs
  })
  return atMost(madeWork, rounds.median(Number), 1.3, times)
}

/** The limit of 256 MB holds for the service and its child together. */
async function memoryRow(folder: string, power: LowPower): Promise<Row> {
  const peakWith = async (name: string) => {
    const env = { CACHE_SIZE: '0' }
    await using service = await startService(folder, { wrap: power.wrap, env })
    const { status } = await fetch(`${service.url}/uploads/${name}?${box}`)
    return { status, peak: (await service.memory()).peak }
  }
  const [jpeg, heic] = [await peakWith('photo.jpg'), await peakWith('photo.heic')]
  const ratio = heic.peak / jpeg.peak
  return report({
    work: memoryWork,
    measured: `${heic.status}, ${times(ratio)} (${mebibytes(heic.peak)} to ${mebibytes(jpeg.peak)})`,
    bound: `200, <= ${times(1.1)}`,
    met: heic.status === 200 && ratio <= 1.1,
  })
}

async function keptRow(folder: string): Promise<Row> {
  await using service = await startService(folder)
  const [jpeg, heic] = ['jpg', 'heic'].map(
    (ending) => `${service.url}/uploads/photo.${ending}?${box}`,
  )
  const rounds = await inTurns(5, async () => {
    const ofJpeg = await load(jpeg ?? '', 6000)
    const ofHeic = await load(heic ?? '', 6000)
    return ofHeic.perSecond / ofJpeg.perSecond
  })
  return atLeast(keptWork, rounds.median(Number), 0.9, percent)
}
