import { temporaryFolder } from '../support/temporary.ts'
import { fill } from './fill.ts'
import { inTurns, load } from './measure.ts'
import type { Service } from './processes.ts'
import {
  atLeast,
  atMost,
  count,
  ifPossible,
  perSecond,
  skipped,
  times,
  type Row,
} from './report.ts'
import { failover, startBehindNginx } from './several/failover.ts'
import { missingForNfs, nfsMounts, withNfs } from './several/nfs.ts'

const requestsPerTurn = 20_000

/** Three processes on one folder cost little more than one, and carry on without one of them. */
export const several = () =>
  ifPossible('three processes behind nginx', ['nginx'], async () => [
    await rateRow(),
    ...(await localRows()),
    ...(await nfsRows()),
  ])

/** Compares three processes with one by what they answer per second of a processor. */
async function rateRow(): Promise<Row> {
  await using folder = await temporaryFolder()
  await fill(folder.path, 1000)
  await using one = await startBehindNginx([folder.path])
  await using three = await startBehindNginx([folder.path, folder.path, folder.path])
  const rate = async ({ url, services }: typeof one) => {
    const before = await processorSeconds(services)
    const target = Array.from(
      { length: 300 },
      (_, n) => `${url}/api/images/random?frame=frame-${n}`,
    ).join(' ')
    // As many connections for each: the more requests come together, the less each one costs.
    await Promise.all(services.map(() => load(target, requestsPerTurn)))
    const requests = requestsPerTurn * services.length
    return requests / ((await processorSeconds(services)) - before)
  }
  // Each process compiles what it runs often only after some thousand requests.
  const measure = async () => ({ one: await rate(one), three: await rate(three) })
  const rounds = await inTurns(5, measure, 2)
  const work = 'requests per processor second of three processes, of those of one'
  return atLeast(work, rounds.compare('three', 'one', perSecond), 0.9, times)
}

async function processorSeconds(services: readonly Service[]): Promise<number> {
  const all = await Promise.all(services.map((service) => service.processorSeconds()))
  return all.reduce((sum, each) => sum + each, 0)
}

async function localRows(): Promise<Row[]> {
  await using folder = await temporaryFolder()
  const folders = [folder.path, folder.path, folder.path]
  const options = { every: 2000, pause: 100, phases: [10, 5, 15] } as const
  return await failover('', { folders, ...options })
}

async function nfsRows(): Promise<Row[]> {
  const missing = await missingForNfs()
  if (missing !== undefined) {
    return [skipped('three processes on NFS', `${missing} is missing`)]
  }
  return [await testsOnNfs(), ...(await failoverOnNfs())]
}

/** The tests of several processes, each of which has a mount of its own. */
async function testsOnNfs(): Promise<Row> {
  const written = await withNfs([
    `export PHOTO_FRAME_MOUNTS=${nfsMounts.join(':')}`,
    'bun test --path-ignore-patterns=none --timeout 600000 test/server/several-processes 2>&1',
  ])
  // The console counts as a terminal.
  const text = Bun.stripANSI(written)
  const [passed, failed] = ['pass', 'fail'].map((word) =>
    Number(new RegExp(`^ *(\\d+) ${word}$`, 'm').exec(text)?.[1] ?? Number.NaN),
  )
  if (failed !== 0) console.error(text)
  const work = 'tests of several processes that fail on three mounts of one NFS folder'
  return atMost(work, failed ?? Number.NaN, 0, count, ` (${passed} pass)`)
}

async function failoverOnNfs(): Promise<Row[]> {
  const text = await withNfs([`bun test/bench/several/failover.ts ${nfsMounts.join(' ')}`])
  const line = text.split('\n').find((each) => each.startsWith('[{"work"'))
  if (line === undefined) throw new Error(`The virtual machine failed: ${text}`)
  return JSON.parse(line)
}
