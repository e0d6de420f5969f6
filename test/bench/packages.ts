import { basename, join, resolve } from 'node:path'
import { temporaryFolder } from '../support/temporary.ts'
import { inTurns } from './measure.ts'
import { startBare, startService, type Service } from './processes.ts'
import { atMost, mebibyte, mebibytes, milliseconds, times, type Row } from './report.ts'

const project = resolve(import.meta.dir, '../..')
const dist = join(project, 'dist')
const executable = join(dist, `photo-frame-linux-${process.arch}`)

/** How long a start's garbage gets to settle before the memory is looked at, in milliseconds. */
const settleMs = 500

/** Packages, and starts: of the source next to a bare app, and of the executable built from it. */
export async function packages(): Promise<Row[]> {
  await Bun.$`bun src/packages/build.ts`.cwd(project).quiet()
  const built = [...new Bun.Glob('*.deb').scanSync({ cwd: dist, absolute: true })].toSorted()
  await using folder = await temporaryFolder()
  const measure = async () => {
    const bare = await startOf(() => startBare('app'))
    const source = await startOf(() => startService(folder.path))
    const packed = await startOf(() => startService(folder.path, { wrap: () => [executable] }))
    return {
      bare: bare.took,
      source: source.took,
      sourceMemory: source.memory,
      packed: packed.took,
      packedMemory: packed.memory,
    }
  }
  const { compare } = await inTurns(15, measure, 1)
  const work = 'start to listening, empty collection'
  return [
    ...built.map((path) =>
      atMost(`size of ${basename(path)}`, Bun.file(path).size, 45 * mebibyte, mebibytes),
    ),
    atMost(
      `${work}: the executable, of a bare Hono app`,
      compare('packed', 'bare', milliseconds),
      2,
      times,
    ),
    atMost('the same from source', compare('source', 'bare', milliseconds), 2, times),
    atMost(
      'the executable starts, of bun start',
      compare('packed', 'source', milliseconds),
      1,
      times,
    ),
    atMost(
      "the executable's memory after its start, of bun start's",
      compare('packedMemory', 'sourceMemory', mebibytes),
      1,
      times,
    ),
  ]
}

async function startOf(start: () => Promise<Pick<Service, 'memory' | typeof Symbol.asyncDispose>>) {
  const from = performance.now()
  await using server = await start()
  const took = (performance.now() - from) / 1000
  await Bun.sleep(settleMs)
  return { took, memory: (await server.memory()).now }
}
