import { expect, test } from 'bun:test'
import { readdir, stat } from 'node:fs/promises'
import { openCollection, somebody, type OpenedCollection } from '../support/collection.ts'
import { startServer } from '../support/server.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { quadrants } from '../support/pixels.ts'

const files = { 'a.png': quadrants(60, 40) }
const hidden = '.photo-frame/renditions'

async function ask({ collection }: OpenedCollection): Promise<void> {
  const file = await collection.openImage('a.png', { width: 20 })
  await file?.load(somebody)
  await file?.release?.()
}

test('renditions are kept over a restart, in the hidden folder', async () => {
  await using folder = await temporaryFolder()
  const options = { uploadsDir: folder.path }
  await using before = await openCollection(files, options)
  await ask(before)
  const names = await readdir(before.at(hidden))
  expect(names.length).toBe(1)
  const kept = before.at(`${hidden}/${names[0] ?? ''}`)
  const { ino } = await stat(kept)
  await using after = await openCollection({}, options)
  await ask(after)
  expect(await readdir(before.at(hidden))).toEqual(names)
  // Made again, it would be another file.
  expect((await stat(kept)).ino).toBe(ino)
})

test('CACHE_DIR and CACHE_SIZE say where and how much', async () => {
  await using folder = await temporaryFolder()
  const kept = `${folder.path}/kept/here`
  for (const [CACHE_SIZE, count] of [
    ['1MB', 1],
    ['0', 0],
  ] as const) {
    await using service = await startServer({ files, env: { CACHE_DIR: kept, CACHE_SIZE } })
    const answer = await fetch(`${service.url}/uploads/a.png?width=20`)
    expect(answer.headers.get('content-length')).toBe(String((await answer.bytes()).length))
    expect((await readdir(kept)).length).toBe(count)
    expect(await readdir(service.at('.photo-frame'))).not.toContain('renditions')
  }
})
