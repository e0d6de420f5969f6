import { describe, expect, test } from 'bun:test'
import { chown, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { moveToTrash } from '../../src/trash/move-to-trash.ts'
import { markImages } from '../../src/uploads/change-images.ts'
import { AppError } from '../../src/errors.ts'
import { keyMaker } from '../../src/http/middleware/password.ts'
import { codeOf, deal, openCollection, permitted } from '../support/collection.ts'
import { picture } from '../support/pictures.ts'
import { lacks } from '../support/programs.ts'
import { temporaryFolder } from '../support/temporary.ts'

const files = { 'x.jpg': picture(1) }

/** A folder outside the collection, which holds something that must stay as it is. */
async function outside() {
  const folder = await temporaryFolder()
  await writeFile(join(folder.path, 'precious'), 'content')
  return {
    ...folder,
    isUntouched: async () =>
      (await readdir(folder.path)).join() === 'precious' &&
      (await readFile(join(folder.path, 'precious'), 'utf8')) === 'content',
  }
}

/** Opens a collection that deals its pictures but refuses uploads, with a sentence that says why. */
async function expectRefusal(uploadsDir: string, reason: string) {
  await using opened = await openCollection(files, { uploadsDir })
  const { readOnly } = opened.collection.parts.disk
  expect(readOnly instanceof AppError && readOnly.message).toBe(
    `The folder .photo-frame in the uploads folder ${reason}. Remove it; the service makes its own.`,
  )
  expect(await deal(opened, 1)).toEqual(['x.jpg'])
  const upload = opened.upload('', { name: 'y.jpg', content: picture(2) })
  expect(await codeOf(upload)).toBe('FILE_SYSTEM_ERROR')
}

/** What may be in the place of the folder, why it is not used then, and how it is made. */
const inTheWay: [string, string, (path: string, other: string) => Promise<unknown>][] = [
  ['a link', 'is a symbolic link', (path, other) => symlink(other, path)],
  ['a file', 'is a file', (path) => writeFile(path, '')],
]
if (process.geteuid?.() === 0) {
  const make = (path: string) => mkdir(path).then(() => chown(path, 12_345, 12_345))
  inTheWay.push(['made by another user', "is somebody else's", make])
}

describe("the service's own folder", () => {
  test('has no file that other accounts can read, whoever has left it', async () => {
    const umask = process.umask(0)
    try {
      await using uploads = await temporaryFolder()
      const own = join(uploads.path, '.photo-frame')
      const names = ['id', 'invitations.json', 'sessions.json']
      await mkdir(own, { mode: 0o755 })
      for (const name of names) await writeFile(join(own, name), '', { mode: 0o644 })
      const options = { uploadsDir: uploads.path, makeSessionKey: keyMaker('secret') }
      await using opened = await openCollection(files, options)
      const modes = async () => {
        const found = await readdir(own, { withFileTypes: true })
        const inside = found.filter((entry) => entry.isFile()).map(({ name }) => join(own, name))
        return Promise.all(inside.map(async (path) => (await stat(path)).mode & 0o777))
      }
      expect(new Set(await modes())).toEqual(new Set([0o600]))
      const { changes, parts } = opened.collection
      await parts.sessions?.change(() => [['key', { at: Date.now() }]])
      const wish = { folder: '', label: null, days: 1, maxFiles: 1, review: false }
      await changes.run(({ invitations }) => invitations.add(wish), permitted)
      await changes.run(markImages, permitted, ['x.jpg'], { hidden: true })
      await changes.run(moveToTrash, permitted, ['x.jpg'], [])
      await rm(join(own, 'id'))
      await using again = await openCollection({}, options)
      expect(again.collection.parts.disk.readOnly).toBeUndefined()
      expect((await modes()).length).toBeGreaterThan(6)
      expect(new Set(await modes())).toEqual(new Set([0o600]))
    } finally {
      process.umask(umask)
    }
  })

  test.each(inTheWay)('is not used where it is %s', async (_, reason, make) => {
    await using uploads = await temporaryFolder()
    await using other = await outside()
    await make(join(uploads.path, '.photo-frame'), other.path)
    await expectRefusal(uploads.path, reason)
    expect(await other.isUntouched()).toBeTrue()
  })

  test.each([
    ['staging', ''],
    ...['rounds.table', 'rounds.table.new', 'images.bin', 'images.bin.new'].map(
      (name) => [name, 'precious'] as const,
    ),
  ])('never writes through a link called %s', async (name, target) => {
    await using uploads = await temporaryFolder()
    await using other = await outside()
    await mkdir(join(uploads.path, '.photo-frame'))
    await symlink(join(other.path, target), join(uploads.path, '.photo-frame', name))
    {
      await using opened = await openCollection(files, { uploadsDir: uploads.path })
      await deal(opened, 1)
      await opened.upload('', { name: 'y.jpg', content: picture(2) }).catch(() => undefined)
    }
    expect(await other.isUntouched()).toBeTrue()
  })
})

test.skipIf(lacks('chattr'))(
  'a staged file that can not be removed does not stop a start, and is reported',
  async () => {
    await using uploads = await temporaryFolder()
    const staging = join(uploads.path, '.photo-frame/staging')
    await mkdir(staging, { recursive: true })
    for (const name of ['a', 'b']) await writeFile(join(staging, name), '')
    expect(await Bun.spawn(['chattr', '+i', join(staging, 'a')]).exited).toBe(0)
    try {
      await using opened = await openCollection(files, { uploadsDir: uploads.path })
      expect(await readdir(staging)).toEqual(['a'])
      expect(opened.errors).toHaveLength(1)
    } finally {
      await Bun.spawn(['chattr', '-i', join(staging, 'a')]).exited
    }
  },
)
