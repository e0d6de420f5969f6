import { join } from 'node:path'
import { picture } from '../support/pictures.ts'
import { formOf } from '../support/question.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { conditions, crowded, makeCollection } from './collections.ts'
import { besideRow, inTurns, load, secondsOf } from './measure.ts'
import { firstPicture, run, startBare, startService, untilIndexed } from './processes.ts'
import {
  atLeast,
  atMost,
  median,
  milliseconds,
  percent,
  perSecond,
  seconds,
  times,
  type Row,
} from './report.ts'

const { common, seldom, tagged } = conditions

interface Collections {
  temporary: string
  large: string
  small: string
}

/** A large collection: 100,000 pictures in 1,000 folders, next to one of 1,000. */
export async function scale(): Promise<Row[]> {
  await using folder = await temporaryFolder()
  const temporary = folder.path
  const [large, small] = [join(temporary, 'large'), join(temporary, 'small')]
  await makeCollection(large, 100_000)
  await makeCollection(small, 1000)
  return [
    // First, so that all further starts find an index, as most do.
    await indexed(large),
    ...(await starts(large)),
    ...(await rates({ temporary, large, small })),
    ...(await changes({ temporary, large, small })),
    ...(await searches(large)),
  ]
}

async function indexed(large: string): Promise<Row> {
  await using service = await startService(large)
  const took = await secondsOf(() => untilIndexed(service))
  return atMost('100,000 pictures indexed at the first start, nobody asks', took, 300, seconds)
}

/** Reads a folder and all below it, once. */
const walk = `console.log(require('node:fs')
  .readdirSync(process.argv[1], { recursive: true, withFileTypes: true }).length)`

async function starts(large: string): Promise<Row[]> {
  const measure = async () => ({
    ours: await firstPicture(large),
    theirs: await secondsOf(() => Bun.$`${process.execPath} --eval ${walk} ${large}`.quiet()),
    some: await firstPicture(large, {}, `?${common}`),
  })
  const rounds = await inTurns(7, measure, 1)
  const work = 'start to the first random picture of 100,000'
  return [
    atMost(`${work}, of a bare walk`, rounds.compare('ours', 'theirs', seconds), 3, times),
    atMost(`${work} with a condition`, rounds.compare('some', 'ours', seconds), 1.3, times),
  ]
}

/** Requests per second, next to bare routes, to others, and to a small collection. */
async function rates({ temporary, large, small }: Collections): Promise<Row[]> {
  await using ours = await startService(large)
  await using few = await startService(small)
  const random = `${ours.url}/api/images/random`
  const listing = `${ours.url}/api/folders?path=${crowded}`
  const [answer, list] = [join(temporary, 'random.json'), join(temporary, 'listing.json')]
  await Bun.write(answer, await fetch(random))
  await Bun.write(list, await fetch(listing))
  await using looking = await startBare('route', answer, join(large, crowded, 'IMG_0001.jpg'))
  await using bare = await startBare('route', answer)
  await using lister = await startBare('route', list)
  const settings = { orientation: 'landscape', exclude: [crowded], width: 800 }
  await ours.told('PUT /api/frames/steered', { settings })
  const targets = {
    random,
    'random with a condition that half meet': `${random}?${common}`,
    'random with a condition that ten meet': `${random}?${seldom}`,
    'random with a tag that 100 have': `${random}?${tagged}`,
    'random of a frame with settings': `${random}?frame=steered&as=json`,
    'the same in its address': `${random}?frame=plain&as=json&orientation=landscape&exclude=${crowded}&width=800`,
    'random of 1,000': `${few.url}/api/images/random`,
    'a bare route with one lstat in the thread pool': looking.url,
    'a bare route without a look-up': bare.url,
    'a folder with 2,000 pictures': listing,
    'a bare route that serialises the same': lister.url,
  }
  const measure = (requests: number) => async () => {
    const found: Record<string, number> = {}
    for (const [name, target] of Object.entries(targets)) {
      const isLong = target === listing || target === lister.url
      const result = await load(target, isLong ? requests / 10 : requests)
      found[name] = result.perSecond
      found[`p99 of ${name}`] = result.p99
    }
    return found
  }
  // Deals every picture once, and is enough to warm up any server.
  await load(random, 110_000)
  await measure(60_000)()
  const rounds = await inTurns(7, measure(20_000))
  const bounds: [one: string, other: string, bound: number][] = [
    ['random', 'a bare route with one lstat in the thread pool', 0.85],
    ['random', 'a bare route without a look-up', 0.4],
    ['random', 'random of 1,000', 1 / 1.3],
    ['random with a condition that half meet', 'random', 0.8],
    ['random with a condition that ten meet', 'random', 0.5],
    ['random with a tag that 100 have', 'random', 0.8],
    ['random of a frame with settings', 'the same in its address', 1 / 1.1],
    ['a folder with 2,000 pictures', 'a bare route that serialises the same', 1],
  ]
  const p99 = 'p99 of a bare route with one lstat in the thread pool'
  const rows = bounds.map(([one, other, bound]) =>
    atLeast(
      `100,000 pictures, requests/s: ${one}, of ${other}`,
      rounds.compare(one, other, perSecond),
      bound,
      percent,
    ),
  )
  const slow = rounds.compare('p99 of random', p99, (value) => `${value.toFixed(1)} ms`)
  return [...rows, atMost(`p99 of random, of ${p99}`, slow, 1.8, times)]
}

/** One picture comes, one picture goes. */
async function changes({ large, small }: Collections): Promise<Row[]> {
  await using many = await startService(large)
  await using few = await startService(small)
  const change = async ({ told }: typeof many) => {
    const [uploads, deletes]: [number[], number[]] = [[], []]
    for (let number = 0; number < 40; number += 1) {
      const name = `new ${number}.jpg`
      const form = formOf({ [name]: picture(name) }, 'folder 1')
      uploads.push(await secondsOf(() => told('POST /api/upload', form)))
      const images = [`folder 1/${name}`]
      deletes.push(await secondsOf(() => told('DELETE /api/images', { images })))
    }
    return [median(uploads), median(deletes)] as const
  }
  const rounds = await inTurns(
    9,
    async () => {
      const [[upload, remove], [fewUpload, fewDelete]] = [await change(many), await change(few)]
      return { upload, delete: remove, fewUpload, fewDelete }
    },
    1,
  )
  const rowOf = (work: 'upload' | 'delete', few: 'fewUpload' | 'fewDelete') =>
    atMost(
      `${work} of one picture, the time with 100,000 to that with 1,000`,
      rounds.compare(work, few, milliseconds),
      1.5,
      times,
    )
  return [rowOf('upload', 'fewUpload'), rowOf('delete', 'fewDelete')]
}

async function searches(large: string): Promise<Row[]> {
  await using service = await startService(large)
  const ask = (text: string) => secondsOf(() => service.read(`/api/folders?search=${text}`))
  // What pictures a page shows is known, as it is but for the first minutes.
  await untilIndexed(service)
  await service.read('/api/folders')
  const first = await ask('crowded')
  const texts = ['img', 'IMG_0', '12', 'jpg', 'folder', 'nothing', '_1', '99', '7', '500']
  const again: number[] = []
  for (const text of texts) again.push(await ask(text))
  const rows = [
    atMost('search of 100,000 pictures: the first', first, 0.15, milliseconds),
    atMost('search of 100,000 pictures: another text', Math.max(...again), 0.02, milliseconds),
  ]
  const targets = Array.from(
    { length: 300 },
    (_, n) => `${service.url}/api/folders?search=${n}`,
  ).join(' ')
  const frame = () => service.read('/api/images/random?frame=hall')
  const during = async () => {
    await using searcher = run('load.ts', targets, 8, 1_000_000)
    await Bun.sleep(5000)
    searcher.kill()
  }
  const work = '8 connections search 100,000 pictures'
  return [...rows, await besideRow(work, 3, frame, 20, during)]
}
