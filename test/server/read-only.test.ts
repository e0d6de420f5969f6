import { describe, expect, test } from 'bun:test'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { picture } from '../support/pictures.ts'
import { lacks } from '../support/programs.ts'
import { formOf } from '../support/question.ts'
import { startServer } from '../support/server.ts'
import { smallDisk } from '../support/temporary.ts'

/** A disk with one picture that nobody can write to, root neither. */
async function readOnlyDisk() {
  const disk = await smallDisk(1024 ** 2)
  await disk.mount()
  await writeFile(join(disk.path, 'beach.jpg'), picture('beach'))
  const { exited } = Bun.spawn(['mount', '-o', 'remount,ro', disk.path])
  expect(await exited).toBe(0)
  return disk
}

// Permissions don't hold root back, so this takes a mount.
describe.skipIf(lacks('mount'))('a read-only uploads folder', () => {
  test('is shown, and the log says that it can not be written', async () => {
    await using disk = await readOnlyDisk()
    await using server = await startServer({ env: { UPLOADS_DIR: disk.path } })
    await server.logged(/warn the uploads folder can't be written \(EROFS: [^)]+\)/)
    for (const path of ['/api/folders', '/api/images/random', '/uploads/beach.jpg']) {
      expect((await fetch(`${server.url}${path}`)).status).toBe(200)
    }
    expect(await server.stop()).toBe(0)
  })

  test.each<[string, string, object]>([
    ['an upload', 'POST /api/upload', formOf({ 'new.jpg': picture('new') })],
    ['a new folder', 'POST /api/folders', { path: 'new', name: 'new' }],
    ['a deletion', 'DELETE /api/images', { images: ['beach.jpg'] }],
  ])('refuses %s with FILE_SYSTEM_ERROR and says why', async (_, line, sent) => {
    await using disk = await readOnlyDisk()
    await using server = await startServer({ env: { UPLOADS_DIR: disk.path } })
    const answer = await server.admin(line, sent)
    expect(answer.status).toBe(500)
    const { code, error } = JSON.parse(await answer.text())
    expect(code).toBe('FILE_SYSTEM_ERROR')
    expect(error).toContain('read-only')
    expect(error).not.toContain(disk.path)
  })
})
