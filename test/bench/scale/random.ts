import { join } from 'node:path'
import { inTurns, load, rateOf } from '../measure.ts'
import { startBare, startService, type Service } from '../processes.ts'
import {
  atLeast,
  atMost,
  mebibyte,
  mebibytes,
  percent,
  perSecond,
  times,
  type Row,
} from '../report.ts'
import { crowded, type Collections } from './collections.ts'

const turns = 9
const requestsPerTurn = 20_000
/** Deals every image once, so that its header has been read; enough to warm up any server. */
const warmUp = 110_000
const many = 1_000_000

/** Random pictures: requests per second and memory, next to bare routes and a small collection. */
export async function random({ temporary, large, small }: Collections): Promise<Row[]> {
  await using ours = await startService(large)
  await using few = await startService(small)
  const started = [await memoryRow('100,000', ours, 110), await memoryRow('1,000', few, 70)]

  const cold = await rateOf(randomOf(ours), warmUp)
  const answer = join(temporary, 'random.json')
  await Bun.write(answer, await fetch(randomOf(ours)))
  await using looking = await startBare('route', answer, join(large, crowded.name, 'IMG_0001.jpg'))
  await using bare = await startBare('route', answer)
  for (const url of [randomOf(few), looking.url, bare.url]) await load(url, warmUp)

  const rounds = await inTurns(turns, async () => {
    const own = await load(randomOf(ours), requestsPerTurn)
    const look = await load(looking.url, requestsPerTurn)
    return {
      ours: own.perSecond,
      p99: own.p99,
      looking: look.perSecond,
      'p99 of looking': look.p99,
      few: await rateOf(randomOf(few), requestsPerTurn),
      bare: await rateOf(bare.url, requestsPerTurn),
    }
  })
  const work = 'random, 16 connections'
  const rows = [
    atLeast(
      `${work}, at 100,000 pictures, of a bare Hono route with one lstat in the thread pool`,
      rounds.compare('ours', 'looking', perSecond),
      0.8,
      percent,
      ` (cold ${perSecond(cold)})`,
    ),
    atMost(
      `${work}, p99 of the same`,
      rounds.compare('p99', 'p99 of looking', (value) => `${value.toFixed(1)} ms`),
      2.5,
      times,
    ),
    atLeast(
      `${work}, requests/s of a bare route without a look-up`,
      rounds.compare('ours', 'bare', perSecond),
      0.4,
      percent,
    ),
    atMost(
      'random, the cost of 100,000 images to that of 1,000',
      rounds.compare('few', 'ours', perSecond),
      1.3,
      times,
    ),
  ]

  const left = many - warmUp - turns * requestsPerTurn
  await load(randomOf(ours), left)
  await load(randomOf(few), left)
  const after = 'after a million random requests'
  rows.push(await memoryRow('100,000', ours, 110, after), await memoryRow('1,000', few, 70, after))
  return [...started, ...rows]
}

const randomOf = ({ url }: Service) => `${url}/api/images/random`

/** Bun collects what is left of the requests once it has nothing else to do. */
const pauseMs = 3000

/**
 * The memory that stays in use: the peak, which depends on how much memory the machine has for
 * garbage, is told too.
 * @param bound in MiB.
 */
async function memoryRow(images: string, server: Service, bound: number, when = 'after the start') {
  await Bun.sleep(pauseMs)
  const { now, peak } = await server.memory()
  const work = `resident memory with ${images} images, ${when}`
  return atMost(work, now, bound * mebibyte, mebibytes, ` (peak ${mebibytes(peak)})`)
}
