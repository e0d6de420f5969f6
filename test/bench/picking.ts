import { join } from 'node:path'
import { temporaryFolder } from '../support/temporary.ts'
import { calls } from './picking/calls.ts'
import { conditions, makeCollection, memoryOfTags, starts } from './picking/conditions.ts'
import { bytesRead, filling } from './picking/indexing.ts'
import type { Row } from './report.ts'

export async function picking(): Promise<Row[]> {
  await using folder = await temporaryFolder()
  const large = join(folder.path, 'large')
  await makeCollection(large)
  return [
    ...(await calls(join(folder.path, 'few'))),
    await bytesRead(),
    ...(await filling(join(folder.path, 'photos'))),
    memoryOfTags(),
    ...(await conditions(large)),
    await starts(large),
  ]
}
