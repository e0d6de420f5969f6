import { heapStats } from 'bun:jsc'
import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { TagTable } from '../../../src/library/facts/tag-table.ts'
import { Tree } from '../../../src/library/tree/tree.ts'
import { jpeg } from '../../support/pictures.ts'
import { jpegWithXmp, subjects } from '../../support/xmp.ts'
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
const tagged = 'tag=person+7'

/** Half of the pictures are portraits; of ten, one in each of ten folders, the file is old. */
export async function makeCollection(path: string): Promise<void> {
  const nameOf = (index: number) =>
    `folder ${Math.floor(index / perFolder)}/IMG_${index % perFolder}.jpg`
  const contentOf = (index: number) => {
    const shape = index % 2 === 0 ? { width: 4, height: 3 } : { width: 3, height: 4 }
    return jpegWithXmp(jpeg({ ...shape, salt: index }), subjects(...tagsOf(index)))
  }
  await fill(path, images, contentOf, nameOf)
  const old = new Date(2001, 5, 1)
  for (let folder = 0; folder < rare; folder += 1) {
    await utimes(join(path, nameOf(folder * perFolder)), old, old)
  }
}

/** The tags of a picture: five of 2,000, one of which 100 pictures have. */
const tagsOf = (index: number) => [
  ...Array.from({ length: 4 }, (_, n) => `tag ${(index * (n + 3)) % 1000}`),
  `person ${index % 1000}`,
]

/** What the tags of all pictures take, as after a start. */
export function memoryOfTags(): Row {
  const tree = new Tree()
  const { root, tags } = tree
  for (let index = 0; index < images; index += 1) {
    tags.note(tree.addImage(root, `${index}.jpg`).serial, tagsOf(index))
  }
  const { bytes } = tags.takeUnsaved([root])
  const size = () => {
    Bun.gc(true)
    // With the memory behind arrays.
    return heapStats().heapSize
  }
  const before = size()
  const read = new TagTable(bytes)
  const taken = size() - before
  if (!read.hasAny(images, ['person 999'])) throw new Error('The tags were not read.')
  return atMost(
    'memory of 100,000 images with five of 2,000 tags each',
    taken,
    3 * mebibyte,
    mebibytes,
  )
}

/** Requests per second with conditions, next to those without. */
export async function conditions(uploadsDir: string): Promise<Row[]> {
  await using service = await startService(uploadsDir)
  // Has every picture probed, as the index in the background would do in its time.
  await service.told('GET /api/admin')
  const randomOf = (query: string) => `${service.url}/api/images/random?${query}`
  for (const query of ['', common, seldom, tagged]) await load(randomOf(query), warmUp)
  const rounds = await inTurns(7, async () => ({
    all: await rateOf(randomOf(''), requestsPerTurn),
    common: await rateOf(randomOf(common), requestsPerTurn),
    seldom: await rateOf(randomOf(seldom), requestsPerTurn),
    tagged: await rateOf(randomOf(tagged), requestsPerTurn),
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
    atLeast(
      'random with a tag that 100 of 100,000 have, of random without',
      rounds.compare('tagged', 'all', perSecond),
      0.8,
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
