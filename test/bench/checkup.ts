import { link, mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { stampOf } from '../../src/library/checkup/findings.ts'
import { encodeLines } from '../../src/lib/checked-lines.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { withLowPower } from './low-power.ts'
import { inTurns } from './measure.ts'
import { photoJpeg } from './photos.ts'
import { logIn, startService, type Server } from './processes.ts'
import { atLeast, atMost, count, median, skipped, times, type Row } from './report.ts'

const total = 10_000
const different = 40
const turns = 4
const requests = 6

/** How long a frame waits between its pictures, in milliseconds: as one of several, and alone. */
const pauses = [1000, 6000]

/** What a frame's picture takes on a small board while every picture is read to its end, and after. */
export async function checkup(): Promise<Row[]> {
  await using folder = await temporaryFolder()
  await makePhotos(folder.path)
  const work = 'a frame’s picture while 10,000 photos are checked, of its usual time'
  const rows = await withLowPower(async ({ wrap }) => {
    // So that the headers are known.
    await using indexing = await startService(folder.path)
    await untilIndexed(indexing)
    await indexing[Symbol.asyncDispose]()
    const rows: Row[] = []
    for (const pause of pauses) {
      let checked = 0
      const rounds = await inTurns(turns, async () => {
        const measure = async (isChecked: boolean) => {
          await setChecked(folder.path, isChecked)
          await using service = await startService(folder.path, {
            wrap,
            env: { CACHE_SIZE: '0' },
          })
          const time = await timeOfPicture(service, pause)
          const known = await checkedBy(service)
          if (!isChecked) checked += known
          else if (known < total) throw new Error('Photos were still being checked.')
          return time
        }
        return { meanwhile: await measure(false), usual: await measure(true) }
      })
      const ratio = rounds.median(({ meanwhile, usual }) => meanwhile / usual)
      const every = ` (one every ${pause / 1000} s)`
      rows.push(atMost(work, ratio, 1.1, times, every))
      rows.push(atLeast('photos checked meanwhile', checked, 1, count, every))
    }
    return rows
  })
  return rows ?? [skipped(work, '<= 1.10 x', 'there are no control groups for us')]
}

/** Fills the folder with photos of 12 megapixels, of which most are links to one of the others. */
async function makePhotos(path: string): Promise<void> {
  await mkdir(join(path, 'photos'))
  const nameOf = (index: number) => join(path, 'photos', `IMG_${index}.jpg`)
  const photo = await photoJpeg(4000, 3000)
  for (let index = 0; index < different; index += 1) await Bun.write(nameOf(index), photo)
  for (let index = different; index < total; index += 1) {
    await link(nameOf(index % different), nameOf(index))
  }
}

async function untilIndexed({ url }: Server): Promise<void> {
  for (;;) {
    const { data } = JSON.parse(await (await fetch(`${url}/api/health`)).text())
    if (data.indexed === total) return
    await Bun.sleep(200)
  }
}

/** Has the service find that it has checked every photo, or none. */
async function setChecked(path: string, isChecked: boolean): Promise<void> {
  const state = join(path, '.photo-frame/checked.json')
  await rm(state, { force: true })
  if (!isChecked) return
  const stamps: number[] = []
  for (let index = 0; index < total; index += 1) {
    const name = `IMG_${index}.jpg`
    stamps.push(stampOf(name, await stat(join(path, 'photos', name))))
  }
  const checked = Buffer.from(Uint32Array.from(stamps).buffer).toString('base64')
  await Bun.write(state, encodeLines([['photos', { checked, findings: [] }]]))
}

/** The median time of a picture that is asked for now and then, in milliseconds. */
async function timeOfPicture({ url }: Server, pause: number): Promise<number> {
  // The check begins two seconds after the start.
  await Bun.sleep(5000)
  const durations: number[] = []
  for (let request = 0; request < requests; request += 1) {
    await Bun.sleep(pause)
    const from = performance.now()
    const answer = await fetch(`${url}/api/images/random?as=image&width=800&height=480`)
    await answer.arrayBuffer()
    durations.push(performance.now() - from)
  }
  return median(durations)
}

async function checkedBy(service: Server): Promise<number> {
  const headers = { Cookie: await logIn(service) }
  const { data } = JSON.parse(await (await fetch(`${service.url}/api/admin`, { headers })).text())
  return data.checked
}
