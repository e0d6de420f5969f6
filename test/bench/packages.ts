import { join, resolve } from 'node:path'
import { temporaryFolder } from '../support/temporary.ts'
import { clones } from './clones.ts'
import { installations } from './installations.ts'
import { inTurns } from './measure.ts'
import { startBare, startService, type Service } from './processes.ts'
import { atMost, mebibytes, times, type Row } from './report.ts'

const project = resolve(import.meta.dir, '../..')
const executable = join(project, `dist/photo-frame-linux-${process.arch}`)

/** How long a start's garbage gets to settle before the memory is looked at, in milliseconds. */
const settleMs = 500

/** By how much two starts of the same thing may differ. */
const noise = 1.05

/**
 * Whether a build is the same elsewhere. Starts: of the source next to a bare app, and of the
 * executable that is built from it. Then installations of that.
 */
export async function packages(): Promise<Row[]> {
  await Bun.$`bun src/packages/build.ts`.cwd(project).quiet()
  await using folder = await temporaryFolder()
  const starts = {
    bare: () => startBare('app'),
    source: () => startService(folder.path),
    built: () => startService(folder.path, { wrap: () => [executable] }),
    documented: () => startPreloaded(folder.path, { DOCS: 'yes' }),
    undocumented: () => startPreloaded(folder.path, {}),
  }
  const measure = async () => {
    const of = async (kind: keyof typeof starts) => startOf(starts[kind])
    const [bare, source, built] = [await of('bare'), await of('source'), await of('built')]
    const [documented, undocumented] = [await of('documented'), await of('undocumented')]
    return {
      bare: bare.took,
      source: source.took,
      sourceMemory: source.memory,
      built: built.took,
      builtMemory: built.memory,
      documented: documented.took,
      documentedMemory: documented.memory,
      undocumented: undocumented.took,
      undocumentedMemory: undocumented.memory,
    }
  }
  const rounds = await inTurns(15, measure, 1)
  const ms = (value: number) => `${value.toFixed(1)} ms`
  return [
    ...(await clones()),
    atMost(
      'start to listening, empty collection: the executable, of a bare Hono app',
      rounds.compare('built', 'bare', ms),
      2,
      times,
    ),
    atMost('the same from source', rounds.compare('source', 'bare', ms), 2, times),
    atMost('the executable starts, of bun start', rounds.compare('built', 'source', ms), 1, times),
    atMost(
      "the executable's memory after its start, of bun start's",
      rounds.compare('builtMemory', 'sourceMemory', mebibytes),
      1,
      times,
    ),
    atMost(
      'the start with a document of the API that nobody asks for, of one without',
      rounds.compare('documented', 'undocumented', ms),
      noise,
      times,
    ),
    atMost(
      'the memory of the same',
      rounds.compare('documentedMemory', 'undocumentedMemory', mebibytes),
      noise,
      times,
    ),
    ...(await installations()),
  ]
}

/** Starts the service from source, with a script run before it. */
const startPreloaded = (uploadsDir: string, env: Record<string, string>) =>
  startService(uploadsDir, {
    env,
    wrap: ([bun = '', ...rest]) => [
      bun,
      '--preload',
      join(import.meta.dir, 'preloaded-docs.ts'),
      ...rest,
    ],
  })

async function startOf(start: () => Promise<Pick<Service, 'memory' | typeof Symbol.asyncDispose>>) {
  const from = performance.now()
  await using server = await start()
  const took = performance.now() - from
  await Bun.sleep(settleMs)
  return { took, memory: (await server.memory()).now }
}
