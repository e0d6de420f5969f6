import { join, resolve } from 'node:path'
import { temporaryFolder } from '../support/temporary.ts'
import { clones } from './clones.ts'
import { installations } from './installations.ts'
import { inTurns } from './measure.ts'
import { runToEnd, startServer, startService, type Server } from './processes.ts'
import { atMost, mebibytes, times, type Row } from './report.ts'

const executable = resolve(import.meta.dir, `../../dist/photo-frame-linux-${process.arch}`)

/** How long a start's garbage gets to settle before the memory is looked at, in milliseconds. */
const settleMs = 500

/** By how much two starts of the same thing may differ. */
const noise = 1.05

/**
 * Whether a build is the same elsewhere. Starts: of the source next to a bare app, and of the
 * executable that is built from it. Then installations of that.
 */
export async function packages(): Promise<Row[]> {
  await runToEnd('src/packages/build.ts', [])
  await using folder = await temporaryFolder()
  const measure = async () => ({
    bare: await startOf(() => startServer('test/bench/bare/app.ts')),
    source: await startOf(() => startService(folder.path)),
    built: await startOf(() => startService(folder.path, { wrap: () => [executable] })),
    documented: await startOf(() => startPreloaded(folder.path, 'with-docs.ts')),
    undocumented: await startOf(() => startPreloaded(folder.path, 'without-docs.ts')),
  })
  await measure()
  const rounds = await inTurns(15, measure)
  type Kind = 'bare' | 'source' | 'built' | 'documented' | 'undocumented'
  const ms = (kind: Kind) => `${rounds.median((round) => round[kind].took).toFixed(1)} ms`
  const memory = (kind: Kind) => rounds.median((round) => round[kind].memory)
  return [
    ...(await clones()),
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
    atMost(
      'the start with a document of the API that nobody asks for, of one without',
      rounds.median(({ documented, undocumented }) => documented.took / undocumented.took),
      noise,
      times,
      ` (${ms('documented')} to ${ms('undocumented')})`,
    ),
    atMost(
      'the memory of the same',
      memory('documented') / memory('undocumented'),
      noise,
      times,
      ` (${mebibytes(memory('documented'))} to ${mebibytes(memory('undocumented'))})`,
    ),
    ...(await installations()),
  ]
}

/** Starts the service from source, with a script run before it. */
const startPreloaded = (uploadsDir: string, script: string) =>
  startService(uploadsDir, {
    wrap: ([bun = '', ...rest]) => [
      bun,
      '--preload',
      join(import.meta.dir, 'bare', script),
      ...rest,
    ],
  })

/** Milliseconds from the start of the process until it listens, and the bytes it takes then. */
async function startOf(start: () => Promise<Server>) {
  const from = performance.now()
  await using server = await start()
  const took = performance.now() - from
  await Bun.sleep(settleMs)
  return { took, memory: (await server.memory()).now }
}
