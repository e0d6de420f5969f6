import { temporaryFolder } from '../support/temporary.ts'
import { openConnection } from './connection.ts'
import { onLowPower } from './low-power.ts'
import { beside, secondsOf, timesOf } from './measure.ts'
import { untilFilled } from './picking/indexing.ts'
import { run, startService, type Service, type StartOptions } from './processes.ts'
import { atMost, mebibytes, milliseconds, times, type Row } from './report.ts'
import { makeCollections } from './scale/collections.ts'

/** What searches of 100,000 images cost, and what they make a frame wait for. */
export async function search(): Promise<Row[]> {
  await using folder = await temporaryFolder()
  const { large } = await makeCollections(folder.path)
  return [
    ...(await searches(large)),
    await besideSearches('', large),
    ...(await onLowPower('searches, low power', async (power) => [
      await besideSearches(', low power', large, power),
    ])),
  ]
}

async function searches(large: string): Promise<Row[]> {
  await using service = await startService(large)
  const ask = (text: string) => secondsOf(() => service.read(`/api/folders?search=${text}`))
  // What pictures a page shows is known, as it is but for the first minutes.
  await untilFilled(service)
  await service.read('/api/folders')
  const before = await service.memory()
  const first = await ask('crowded')
  const again: number[] = []
  for (const text of ['img', 'IMG_0', '12', 'jpg', 'folder', 'nothing', '_1', '99', '7', '500']) {
    again.push(await ask(text))
  }
  const after = await service.memory()
  const note = ` (memory ${mebibytes(after.now - before.now)} more)`
  return [
    atMost('search of 100,000 images: the first', first, 0.15, milliseconds, note),
    atMost('search of 100,000 images: another text', Math.max(...again), 0.02, milliseconds),
  ]
}

async function besideSearches(note: string, large: string, power?: StartOptions): Promise<Row> {
  await using service = await startService(large, power)
  await requests(service)
  const usual = await requests(service)
  await using searcher = run('load.ts', `${service.url}/api/folders?search={n}`, 8, 1_000_000)
  await Bun.sleep(2000)
  const during = await requests(service)
  searcher.kill()
  await searcher.exited
  const most = [during, usual].map((values) => milliseconds(Math.max(...values)))
  return atMost(
    `a frame's request while 8 connections search 100,000 images${note}`,
    beside(during, usual, milliseconds),
    3,
    times,
    ` (at most ${most.join(' to ')})`,
  )
}

async function requests({ url }: Service): Promise<number[]> {
  using connection = await openConnection(url)
  const message = Buffer.from('GET /api/images/random?frame=hall HTTP/1.1\r\nHost: frame\r\n\r\n')
  const ask = async () => {
    const answer = connection.answer()
    await connection.send(message)
    await answer
  }
  return await timesOf(ask, 20, 100)
}
