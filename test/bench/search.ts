import { run, startService, type Server } from './processes.ts'
import { openConnection } from './connection.ts'
import { withLowPower, type LowPower } from './low-power.ts'
import { atMost, median, skipped, times, type Row } from './report.ts'
import { isFilling } from './picking/indexing.ts'
import { makeCollections } from './scale/collections.ts'
import { temporaryFolder } from '../support/temporary.ts'

const milliseconds = (value: number) => `${value.toFixed(1)} ms`

/** How many requests of a frame are measured, alone and during searches. */
const requests = 100

/** What searches of 100,000 images cost, and what they make a frame wait for. */
export async function search(): Promise<Row[]> {
  await using folder = await temporaryFolder()
  const { large } = makeCollections(folder.path)
  const rows = await searches(large)
  rows.push(await besideSearches('', large))
  const lowPower = await withLowPower((power) => besideSearches(', low power', large, power))
  return [...rows, lowPower ?? skipped('searches, low power', '', 'no control groups')]
}

async function searches(large: string): Promise<Row[]> {
  await using service = await startService(large)
  const ask = async (text: string) => {
    const from = performance.now()
    await (await fetch(`${service.url}/api/folders?search=${text}`)).arrayBuffer()
    return performance.now() - from
  }
  // What pictures a page shows is known, as it is but for the first minutes.
  while (await isFilling(service)) await Bun.sleep(1000)
  await (await fetch(`${service.url}/api/folders`)).arrayBuffer()
  const before = await service.memory()
  const first = await ask('crowded')
  const again: number[] = []
  for (const text of ['img', 'IMG_0', '12', 'jpg', 'folder', 'nothing', '_1', '99', '7', '500']) {
    again.push(await ask(text))
  }
  const after = await service.memory()
  const note = ` (memory ${((after.now - before.now) / 1024 ** 2).toFixed(1)} MiB more)`
  return [
    atMost('search of 100,000 images: the first', first, 150, milliseconds, note),
    atMost('search of 100,000 images: another text', Math.max(...again), 20, milliseconds),
  ]
}

async function besideSearches(note: string, large: string, power?: LowPower): Promise<Row> {
  await using service = await startService(large, { wrap: power?.wrap })
  await timesOf(service)
  const usual = await timesOf(service)
  const target = `${service.url}/api/folders?search={n}`
  await using searcher = run('test/bench/load.ts', [target, '8', '1000000'])
  await Bun.sleep(2000)
  const during = await timesOf(service)
  searcher.kill()
  await searcher.exited
  const of = (values: number[]) =>
    `${milliseconds(median(values))}, at most ${milliseconds(Math.max(...values))}`
  return atMost(
    `a frame's request while 8 connections search 100,000 images${note}`,
    median(during) / median(usual),
    3,
    times,
    ` (${of(during)}; usually ${of(usual)})`,
  )
}

/** How long each of many requests of a frame takes, in milliseconds. */
async function timesOf({ url }: Server): Promise<number[]> {
  using connection = await openConnection(url)
  const message = Buffer.from('GET /api/images/random?frame=hall HTTP/1.1\r\nHost: frame\r\n\r\n')
  const measured: number[] = []
  for (let index = 0; index < requests; index += 1) {
    const from = performance.now()
    const answer = connection.answer()
    await connection.send(message)
    await answer
    measured.push(performance.now() - from)
    await Bun.sleep(20)
  }
  return measured
}
