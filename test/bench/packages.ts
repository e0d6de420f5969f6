import { resolve } from 'node:path'
import { temporaryFolder } from '../support/temporary.ts'
import { inTurns } from './measure.ts'
import { runToEnd, startServer, startService, type Server } from './processes.ts'
import { atMost, mebibytes, times, type Row } from './report.ts'

const executable = resolve(import.meta.dir, `../../dist/photo-frame-linux-${process.arch}`)

/** How long a start's garbage gets to settle before the memory is looked at, in milliseconds. */
const settleMs = 500

/** Starts: of the source next to a bare app, and of the executable that is built from it. */
export async function packages(): Promise<Row[]> {
  await runToEnd('src/packages/build.ts', [])
  await using folder = await temporaryFolder()
  const measure = async () => ({
    bare: await startOf(() => startServer('test/bench/bare/app.ts')),
    source: await startOf(() => startService(folder.path)),
    built: await startOf(() => startService(folder.path, { wrap: () => [executable] })),
  })
  await measure()
  const rounds = await inTurns(15, measure)
  const ms = (kind: 'bare' | 'source' | 'built') =>
    `${rounds.median((round) => round[kind].took).toFixed(1)} ms`
  const memory = (kind: 'source' | 'built') => rounds.median((round) => round[kind].memory)
  return [
    atMost(
      'start to listening, empty collection: the executable, of a bare Hono app',
      rounds.median(({ built, bare }) => built.took / bare.took),
      2,
      times,
      ` (${ms('built')} to ${ms('bare')})`,
    ),
    atMost(
      'the same from source',
      rounds.median(({ source, bare }) => source.took / bare.took),
      2,
      times,
      ` (${ms('source')} to ${ms('bare')})`,
    ),
    atMost(
      'the executable starts, of bun start',
      rounds.median(({ built, source }) => built.took / source.took),
      1,
      times,
      ` (${ms('built')} to ${ms('source')})`,
    ),
    atMost(
      "the executable's memory after its start, of bun start's",
      memory('built') / memory('source'),
      1,
      times,
      ` (${mebibytes(memory('built'))} to ${mebibytes(memory('source'))})`,
    ),
  ]
}

/** Milliseconds from the start of the process until it listens, and the bytes it takes then. */
async function startOf(start: () => Promise<Server>) {
  const from = performance.now()
  await using server = await start()
  const took = performance.now() - from
  await Bun.sleep(settleMs)
  return { took, memory: (await server.memory()).now }
}
