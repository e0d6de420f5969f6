import { join } from 'node:path'
import { temporaryFolder } from '../support/temporary.ts'
import { inTurns, rateOf } from './measure.ts'
import { fillingAlone } from './picking/indexing.ts'
import { startBare, startService } from './processes.ts'
import { atLeast, atMost, percent, perSecond, seconds, type Row } from './report.ts'
import { changes } from './scale/changes.ts'
import { crowded, makeCollections, type Collections } from './scale/collections.ts'
import { random } from './scale/random.ts'
import { starts } from './scale/start.ts'

/** A large collection: 100,000 images in 1,000 folders, next to one of 1,000 images. */
export async function scale(): Promise<Row[]> {
  await using folder = await temporaryFolder()
  const collections = await makeCollections(folder.path)
  const alone = '100,000 images indexed at the first start, while nobody asks'
  return [
    // First, so that all further starts find the state of an earlier run, as most do.
    ...(await starts(collections)),
    ...(await random(collections)),
    await listing(collections),
    ...(await changes(collections)),
    atMost(alone, await fillingAlone(collections.large), 300, seconds),
  ]
}

/** The listing of a folder with 2,000 images, which is text of some 300 KB. */
async function listing({ temporary, large }: Collections): Promise<Row> {
  await using service = await startService(large)
  const target = `${service.url}/api/folders?path=${crowded.name}`
  const answer = join(temporary, 'listing.json')
  await Bun.write(answer, await fetch(target))
  await using bare = await startBare('route', answer)
  const measure = async () => ({
    ours: await rateOf(target, 3000),
    theirs: await rateOf(bare.url, 3000),
  })
  const rounds = await inTurns(5, measure, 1)
  const work = 'folder with 2,000 images, requests/s of a bare route that serialises the same'
  return atLeast(work, rounds.compare('ours', 'theirs', perSecond), 1, percent)
}
