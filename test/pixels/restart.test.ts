import { expect, test } from 'bun:test'
import { readdir, stat } from 'node:fs/promises'
import { startServer } from '../support/server.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { quadrants } from '../support/pixels.ts'

const files = { 'a.png': quadrants(60, 40) }

test('CACHE_DIR and CACHE_SIZE say where renditions are kept, over a restart too, and how many', async () => {
  await using folder = await temporaryFolder()
  await using uploads = await temporaryFolder()
  const kept = `${folder.path}/kept/here`
  const made = new Set<number>()
  for (const [CACHE_SIZE, count] of [
    ['1MB', 1],
    ['1MB', 1],
    ['0', 0],
  ] as const) {
    const env = { UPLOADS_DIR: uploads.path, CACHE_DIR: kept, CACHE_SIZE }
    await using service = await startServer({ files: made.size === 0 ? files : {}, env })
    const answer = await fetch(`${service.url}/uploads/a.png?width=20`)
    expect(answer.headers.get('content-length')).toBe(String((await answer.bytes()).length))
    const names = await readdir(kept)
    expect(names.length).toBe(count)
    // Made again, it would be another file.
    for (const name of names) made.add((await stat(`${kept}/${name}`)).ino)
    expect(await readdir(service.at('.photo-frame'))).not.toContain('renditions')
  }
  expect(made.size).toBe(1)
})
