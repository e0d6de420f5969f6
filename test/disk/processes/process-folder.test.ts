import { expect, test } from 'bun:test'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { readTraits } from '../../../src/disk/file-system-traits.ts'
import { takeProcessFolder } from '../../../src/disk/processes/process-folder.ts'
import { temporaryFolder } from '../../support/temporary.ts'

/** Makes an uploads folder, in which processes can take folders. */
async function uploads() {
  const folder = await temporaryFolder()
  await mkdir(join(folder.path, 'own'))
  const traits = await readTraits(folder.path)
  return {
    ...folder,
    take: () => takeProcessFolder({ root: folder.path, path: 'own', traits }),
  }
}

test('processes on one disk take different folders, and a free one is taken first', async () => {
  await using folder = await uploads()
  const [first, second] = [await folder.take(), await folder.take()]
  expect([first.number, second.number]).toEqual([1, 2])
  await first.release()
  const third = await folder.take()
  expect(third.number).toBe(1)
  await Promise.all([second.release(), third.release()])
})
