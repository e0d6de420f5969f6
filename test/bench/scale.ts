import { temporaryFolder } from '../support/temporary.ts'
import { random } from './scale/random.ts'
import { changes } from './scale/changes.ts'
import { makeCollections } from './scale/collections.ts'
import { listing } from './scale/listing.ts'
import { starts } from './scale/start.ts'
import { fillingAlone } from './picking/indexing.ts'
import { atMost, seconds, type Row } from './report.ts'

/** A large collection: 100,000 images in 1,000 folders, next to one of 1,000 images. */
export async function scale(): Promise<Row[]> {
  await using folder = await temporaryFolder()
  const collections = makeCollections(folder.path)
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
