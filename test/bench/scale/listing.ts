import { join } from 'node:path'
import { inTurns, load } from '../measure.ts'
import { startServer, startService } from '../processes.ts'
import { atLeast, percent, type Row } from '../report.ts'
import { crowded, type Collections } from './collections.ts'

/** The listing of a folder with 2,000 images, which is text of some 300 KB. */
export async function listing({ temporary, large }: Collections): Promise<Row> {
  await using service = await startService(large)
  const target = `${service.url}/api/folders?path=${crowded.name}`
  const answer = join(temporary, 'listing.json')
  await Bun.write(answer, await fetch(target))
  await using bare = await startServer('test/bench/bare/route.ts', [answer])
  const measure = async () => ({
    ours: (await load(target, 3000)).perSecond,
    theirs: (await load(bare.url, 3000)).perSecond,
  })
  await measure()
  const rounds = await inTurns(5, measure)
  const [ours, theirs] = [rounds.median(({ ours }) => ours), rounds.median(({ theirs }) => theirs)]
  return atLeast(
    'folder with 2,000 images, requests/s of a bare route that serialises the same',
    rounds.median(({ ours, theirs }) => ours / theirs),
    1,
    percent,
    ` (${ours.toFixed(0)}/s to ${theirs.toFixed(0)}/s)`,
  )
}
