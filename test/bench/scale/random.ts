import { join } from 'node:path'
import { inTurns, load } from '../measure.ts'
import { startServer, startService, type Server } from '../processes.ts'
import { atLeast, atMost, mebibytes, percent, times, type Row } from '../report.ts'
import { crowded, type Collections } from './collections.ts'

const mebibyte = 1024 ** 2
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

  const cold = await load(randomOf(ours), warmUp)
  const answer = join(temporary, 'random.json')
  await Bun.write(answer, await fetch(randomOf(ours)))
  const file = join(large, crowded.name, 'IMG_0001.jpg')
  await using looking = await startServer('test/bench/bare/route.ts', [answer, file])
  await using bare = await startServer('test/bench/bare/route.ts', [answer])
  for (const url of [randomOf(few), looking.url, bare.url]) await load(url, warmUp)

  const rounds = await inTurns(turns, async () => ({
    ours: await load(randomOf(ours), requestsPerTurn),
    looking: await load(looking.url, requestsPerTurn),
    few: await load(randomOf(few), requestsPerTurn),
    bare: await load(bare.url, requestsPerTurn),
  }))
  const rate = (name: 'ours' | 'looking' | 'few' | 'bare') =>
    rounds.median((round) => round[name].perSecond).toFixed(0)
  const p99 = (name: 'ours' | 'looking') => rounds.median((round) => round[name].p99).toFixed(1)
  const work = 'random, 16 connections'
  const rows = [
    atLeast(
      `${work}, at 100,000 pictures, of a bare Hono route with one lstat in the thread pool`,
      rounds.median(({ ours, looking }) => ours.perSecond / looking.perSecond),
      0.8,
      percent,
      ` (${rate('ours')}/s to ${rate('looking')}/s; cold ${cold.perSecond.toFixed(0)}/s)`,
    ),
    atMost(
      `${work}, p99 of the same`,
      rounds.median(({ ours, looking }) => ours.p99 / looking.p99),
      2.5,
      times,
      ` (${p99('ours')} ms to ${p99('looking')} ms)`,
    ),
    atLeast(
      `${work}, requests/s of a bare route without a look-up`,
      rounds.median(({ ours, bare }) => ours.perSecond / bare.perSecond),
      0.4,
      percent,
      ` (${rate('ours')}/s to ${rate('bare')}/s)`,
    ),
    atMost(
      'random, the cost of 100,000 images to that of 1,000',
      rounds.median(({ ours, few }) => few.perSecond / ours.perSecond),
      1.3,
      times,
      ` (${rate('ours')}/s to ${rate('few')}/s)`,
    ),
  ]

  const left = many - warmUp - turns * requestsPerTurn
  await load(randomOf(ours), left)
  await load(randomOf(few), left)
  const after = 'after a million random requests'
  rows.push(await memoryRow('100,000', ours, 110, after), await memoryRow('1,000', few, 70, after))
  return [...started, ...rows]
}

const randomOf = ({ url }: Server) => `${url}/api/images/random`

/** Bun collects what is left of the requests once it has nothing else to do. */
const pauseMs = 3000

/**
 * The memory that stays in use: the peak, which depends on how much memory the machine has for
 * garbage, is told too.
 * @param bound in MiB.
 */
async function memoryRow(images: string, server: Server, bound: number, when = 'after the start') {
  await Bun.sleep(pauseMs)
  const { now, peak } = await server.memory()
  const work = `resident memory with ${images} images, ${when}`
  return atMost(work, now, bound * mebibyte, mebibytes, ` (peak ${mebibytes(peak)})`)
}
