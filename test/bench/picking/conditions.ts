import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { jpeg } from '../../support/pictures.ts'
import { fill } from '../fill.ts'
import { inTurns, load, rateOf } from '../measure.ts'
import { startService } from '../processes.ts'
import {
  atLeast,
  atMost,
  mebibyte,
  mebibytes,
  percent,
  perSecond,
  seconds,
  times,
  type Row,
} from '../report.ts'
import { firstPicture } from '../scale/start.ts'

const images = 100_000
const perFolder = 100
const rare = 10
const requestsPerTurn = 20_000
const warmUp = 60_000

const common = 'orientation=portrait&since=365d'
const seldom = 'from=2001-01-01&to=2001-12-31'

/** Half of the pictures are portraits; of ten, one in each of ten folders, the file is old. */
export async function makeCollection(path: string): Promise<void> {
  const nameOf = (index: number) =>
    `folder ${Math.floor(index / perFolder)}/IMG_${index % perFolder}.jpg`
  const contentOf = (index: number) => {
    const shape = index % 2 === 0 ? { width: 4, height: 3 } : { width: 3, height: 4 }
    return jpeg({ ...shape, salt: index })
  }
  await fill(path, images, contentOf, nameOf)
  const old = new Date(2001, 5, 1)
  for (let folder = 0; folder < rare; folder += 1) {
    await utimes(join(path, nameOf(folder * perFolder)), old, old)
  }
}

/** Requests per second with conditions, next to those without. */
export async function conditions(uploadsDir: string): Promise<Row[]> {
  await using service = await startService(uploadsDir)
  // Has every picture probed, as the index in the background would do in its time.
  await service.told('GET /api/admin')
  const randomOf = (query: string) => `${service.url}/api/images/random?${query}`
  for (const query of ['', common, seldom]) await load(randomOf(query), warmUp)
  const rounds = await inTurns(7, async () => ({
    all: await rateOf(randomOf(''), requestsPerTurn),
    common: await rateOf(randomOf(common), requestsPerTurn),
    seldom: await rateOf(randomOf(seldom), requestsPerTurn),
  }))
  await Bun.sleep(3000)
  const { now, peak } = await service.memory()
  return [
    atLeast(
      `random with ${common}, which half of 100,000 meet, of random without`,
      rounds.compare('common', 'all', perSecond),
      0.8,
      percent,
    ),
    atLeast(
      'random with a condition that 10 of 100,000 meet, of random without',
      rounds.compare('seldom', 'all', perSecond),
      0.5,
      percent,
    ),
    atMost(
      'resident memory with 100,000 images, all indexed, after random with conditions',
      now,
      130 * mebibyte,
      mebibytes,
      ` (peak ${mebibytes(peak)})`,
    ),
  ]
}

/** From the start of the process to the first picture, with the index on the disk. */
export async function starts(uploadsDir: string): Promise<Row> {
  const measure = async () => ({
    all: await firstPicture(uploadsDir),
    some: await firstPicture(uploadsDir, {}, `?${common}`),
  })
  const rounds = await inTurns(7, measure, 1)
  const work = 'start with an index to the first picture with a condition, of one without'
  return atMost(work, rounds.compare('some', 'all', seconds), 1.3, times)
}
