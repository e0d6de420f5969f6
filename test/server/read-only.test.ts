import { expect, test } from 'bun:test'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { picture } from '../support/pictures.ts'
import { lacks } from '../support/programs.ts'
import { formOf } from '../support/question.ts'
import { startServer } from '../support/server.ts'
import { smallDisk } from '../support/temporary.ts'

// Permissions don't hold root back, so this takes a mount.
test.skipIf(lacks('mount'))(
  'a read-only uploads folder is shown, and the log says that it can not be written',
  async () => {
    await using disk = await smallDisk(1024 ** 2)
    await disk.mount()
    await writeFile(join(disk.path, 'beach.jpg'), picture('beach'))
    expect(await Bun.spawn(['mount', '-o', 'remount,ro', disk.path]).exited).toBe(0)
    await using server = await startServer({ env: { UPLOADS_DIR: disk.path } })
    await server.logged(/warn the uploads folder can't be written \(EROFS: [^)]+\)/)
    for (const path of ['/api/folders', '/api/images/random', '/uploads/beach.jpg']) {
      expect((await fetch(`${server.url}${path}`)).status).toBe(200)
    }
    const upload = await server.admin('POST /api/upload', formOf({ 'new.jpg': picture('new') }))
    expect(await upload.json()).toMatchObject({ code: 'FILE_SYSTEM_ERROR' })
    const token = await server.admin('POST /api/auth/tokens', { label: 'Home Assistant' })
    expect(await token.json()).toMatchObject({ error: expect.stringContaining('read-only') })
    expect(await server.stop()).toBe(0)
  },
)
