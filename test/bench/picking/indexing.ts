import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { pictureFormats } from '../../../src/formats/picture-formats.ts'
import { sourceOf } from '../../support/byte-source.ts'
import { shotAt, withTiff } from '../../support/exif.ts'
import { photo as readPhoto } from '../../support/heif.ts'
import { fill } from '../fill.ts'
import { onLowPower } from '../low-power.ts'
import { beside, secondsOf, timesOf } from '../measure.ts'
import { startService, type Service, type StartOptions } from '../processes.ts'
import { atMost, kibibytes, milliseconds, seconds, times, type Row } from '../report.ts'

/** A photo as cameras write them: a date, a preview of some kilobytes, tables, and the picture. */
function cameraFile(photo: Uint8Array, number: number): Buffer {
  const preview = Buffer.alloc(8000 + 400 * (number % 100), number)
  const date = `2024:05:${String(1 + (number % 28)).padStart(2, '0')} 18:30:05`
  return withTiff(photo, Buffer.concat([shotAt(date), preview]))
}

/** How much of each file the index takes, on average. */
export async function bytesRead(): Promise<Row> {
  const photo = await readPhoto()
  const files = [photo, ...Array.from({ length: 200 }, (_, number) => cameraFile(photo, number))]
  let read = 0
  for (const file of files) {
    const source = sourceOf(file)
    const header = await pictureFormats.readHeader({
      ...source,
      read: async (into, position) => {
        const length = await source.read(into, position)
        read += length
        return length
      },
    })
    if (typeof header === 'string') throw new Error(`A photo is ${header}.`)
  }
  const work = 'bytes read of a photo to index it, on average over a real one and camera files'
  return atMost(work, read / files.length, 16 * 1024, kibibytes)
}

/** Fills the index of 1,000 photos with little power, and asks for pictures meanwhile. */
export async function filling(path: string): Promise<Row[]> {
  const photo = await readPhoto()
  await fill(path, 1000, (number) => cameraFile(photo, number))
  return onLowPower('1,000 photos indexed, low power', async (power) => {
    const alone = await fillingAlone(path, power)
    await rm(join(path, '.photo-frame'), { recursive: true })
    await using service = await startService(path, power)
    const ask = () => service.read('/api/images/random?as=image&width=300')
    let meanwhile: number[] = []
    const took = await secondsOf(async () => {
      meanwhile = await timesOf(ask, 100, untilFilled(service))
    })
    const usual = await timesOf(ask, 100, meanwhile.length)
    return [
      atMost('1,000 photos indexed while nobody asks, low power', alone, 20, seconds),
      atMost('1,000 photos indexed, low power', took, 60, seconds),
      atMost(
        "a frame's request meanwhile, of its usual time",
        beside(meanwhile, usual, milliseconds),
        1.5,
        times,
      ),
    ]
  })
}

/** How long a first start takes to index a collection while nobody asks for pictures, in seconds. */
export async function fillingAlone(path: string, options?: StartOptions): Promise<number> {
  await rm(join(path, '.photo-frame'), { recursive: true, force: true })
  await using service = await startService(path, options)
  return await secondsOf(() => untilFilled(service))
}

const healthSchema = z.object({ data: z.object({ indexed: z.number(), totalImages: z.number() }) })

export async function untilFilled({ ask }: Service): Promise<void> {
  for (;;) {
    const health = await ask('GET /api/health')
    const { indexed, totalImages } = healthSchema.parse(await health.json()).data
    if (indexed >= totalImages) return
    await Bun.sleep(500)
  }
}
