import { link, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { encodeLines } from '../../src/lib/checked-lines.ts'
import { stampOf } from '../../src/library/checkup/findings.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { fill } from './fill.ts'
import { onLowPower } from './low-power.ts'
import { inTurns, timesOf } from './measure.ts'
import { photoJpeg } from './photos.ts'
import { untilFilled } from './picking/indexing.ts'
import { startService } from './processes.ts'
import { atLeast, atMost, count, median, milliseconds, times, type Row } from './report.ts'

const total = 10_000
const different = 40

/** How long a frame waits between its pictures, in milliseconds: as one of several, and alone. */
const pauses = [1000, 6000]

/** What a frame's picture takes on a small board while every picture is read to its end, and after. */
export async function checkup(): Promise<Row[]> {
  await using folder = await temporaryFolder()
  await makePhotos(folder.path)
  const work = 'a frame’s picture while 10,000 photos are checked, of its usual time'
  return await onLowPower(work, async ({ wrap }) => {
    await using indexing = await startService(folder.path)
    await untilFilled(indexing)
    await indexing.stop()
    const rows: Row[] = []
    for (const pause of pauses) {
      let checked = 0
      const measure = async (isChecked: boolean) => {
        await setChecked(folder.path, isChecked)
        await using service = await startService(folder.path, { wrap, env: { CACHE_SIZE: '0' } })
        // The check begins two seconds after the start.
        await Bun.sleep(5000 + pause)
        const ask = () => service.read('/api/images/random?as=image&width=800&height=480')
        const time = median(await timesOf(ask, pause, 6))
        const known = (await service.told('GET /api/admin')).checked
        if (!isChecked) checked += known
        else if (known < total) throw new Error('Photos were still being checked.')
        return time
      }
      const rounds = await inTurns(4, async () => ({
        meanwhile: await measure(false),
        usual: await measure(true),
      }))
      const every = ` (one every ${pause / 1000} s)`
      const ratio = rounds.compare('meanwhile', 'usual', milliseconds)
      rows.push(atMost(work, ratio, 1.1, times, every))
      rows.push(atLeast('photos checked meanwhile', checked, 1, count, every))
    }
    return rows
  })
}

const nameOf = (index: number) => `IMG_${index}.jpg`

/** Fills the folder with photos of 12 megapixels, of which most are links to one of the others. */
async function makePhotos(path: string): Promise<void> {
  const folder = join(path, 'photos')
  const photo = await photoJpeg(4000, 3000)
  await fill(folder, different, () => photo, nameOf)
  for (let index = different; index < total; index += 1) {
    await link(join(folder, nameOf(index % different)), join(folder, nameOf(index)))
  }
}

/** Has the service find that it has checked every photo, or none. */
async function setChecked(path: string, isChecked: boolean): Promise<void> {
  const state = join(path, '.photo-frame/checked.json')
  await rm(state, { force: true })
  if (!isChecked) return
  const stamps: number[] = []
  for (let index = 0; index < total; index += 1) {
    stamps.push(stampOf(nameOf(index), await stat(join(path, 'photos', nameOf(index)))))
  }
  const checked = Buffer.from(Uint32Array.from(stamps).buffer).toString('base64')
  await Bun.write(state, encodeLines([['photos', { checked, findings: [] }]]))
}
