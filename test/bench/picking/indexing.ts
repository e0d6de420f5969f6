import { mkdirSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { pictureFormats } from '../../../src/formats/picture-formats.ts'
import { shotAt, withTiff } from '../../support/exif.ts'
import { withLowPower } from '../low-power.ts'
import { secondsOf } from '../measure.ts'
import { startService, type Server, type StartOptions } from '../processes.ts'
import { atMost, kibibytes, median, seconds, skipped, times, type Row } from '../report.ts'

const photos = 1000
const photoPath = join(import.meta.dir, '../../photos/landscape.jpg')

/** A photo as cameras write them: a date, a preview of some kilobytes, tables, and the picture. */
function cameraFile(photo: Uint8Array, number: number): Buffer {
  const preview = Buffer.alloc(8000 + 400 * (number % 100), number)
  const date = `2024:05:${String(1 + (number % 28)).padStart(2, '0')} 18:30:05`
  return withTiff(photo, Buffer.concat([shotAt(date), preview]))
}

/** How much of each file the index takes, on average. */
export async function bytesRead(): Promise<Row> {
  const photo = await Bun.file(photoPath).bytes()
  const files = [photo, ...Array.from({ length: 200 }, (_, number) => cameraFile(photo, number))]
  let read = 0
  for (const file of files) {
    const header = await pictureFormats.readHeader({
      size: file.length,
      read: async (into, position) => {
        const chunk = file.subarray(position, position + into.length)
        into.set(chunk)
        read += chunk.length
        return chunk.length
      },
    })
    if (typeof header === 'string') throw new Error(`A photo is ${header}.`)
  }
  const work = 'bytes read of a photo to index it, on average over a real one and camera files'
  return atMost(work, read / files.length, 16 * 1024, kibibytes)
}

/** Fills the index of 1,000 photos with little power, and asks for pictures meanwhile. */
export async function filling(path: string): Promise<Row[]> {
  const photo = await Bun.file(photoPath).bytes()
  mkdirSync(path, { recursive: true })
  for (let number = 0; number < photos; number += 1) {
    writeFileSync(join(path, `${number}.jpg`), cameraFile(photo, number))
  }
  const alone = '1,000 photos indexed while nobody asks, low power'
  const time = '1,000 photos indexed, low power'
  const wait = "a frame's request meanwhile, of its usual time"
  const measured = await withLowPower(async ({ wrap }) => {
    const undisturbed = await fillingAlone(path, { wrap })
    await rm(join(path, '.photo-frame'), { recursive: true })
    await using service = await startService(path, { wrap })
    const from = performance.now()
    const meanwhile: number[] = []
    while (await isFilling(service)) meanwhile.push(await waitFor(service))
    const took = (performance.now() - from) / 1000
    const usual: number[] = []
    while (usual.length < meanwhile.length) usual.push(await waitFor(service))
    return { undisturbed, took, meanwhile: median(meanwhile), usual: median(usual) }
  })
  if (measured === undefined) {
    return [
      skipped(alone, '<= 20 s', 'no cgroups'),
      skipped(time, '<= 60 s', 'no cgroups'),
      skipped(wait, '<= 1.5 x', 'no cgroups'),
    ]
  }
  const { undisturbed, took, meanwhile, usual } = measured
  return [
    atMost(alone, undisturbed, 20, seconds),
    atMost(time, took, 60, seconds),
    atMost(
      wait,
      meanwhile / usual,
      1.5,
      times,
      ` (${meanwhile.toFixed(1)} ms to ${usual.toFixed(1)} ms)`,
    ),
  ]
}

/** How long a first start takes to index a collection while nobody asks for pictures, in seconds. */
export async function fillingAlone(path: string, options?: StartOptions): Promise<number> {
  await rm(join(path, '.photo-frame'), { recursive: true, force: true })
  await using service = await startService(path, options)
  return await secondsOf(async () => {
    while (await isFilling(service)) await Bun.sleep(500)
  })
}

const healthSchema = z.object({ data: z.object({ indexed: z.number(), totalImages: z.number() }) })

/** Whether not all headers have been read yet. */
export async function isFilling({ url }: Server): Promise<boolean> {
  const answer = await fetch(`${url}/api/health`)
  const { indexed, totalImages } = healthSchema.parse(await answer.json()).data
  return indexed < totalImages
}

/** How long a frame waits for its next picture, in milliseconds; several times a second. */
async function waitFor(service: Server): Promise<number> {
  await Bun.sleep(100)
  const from = performance.now()
  await (await fetch(`${service.url}/api/images/random?as=image&width=300`)).arrayBuffer()
  return performance.now() - from
}
