import { describe, expect, test } from 'bun:test'
import { chown, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../../src/errors.ts'
import { codeOf, deal, openCollection } from '../../support/collection.ts'
import { picture } from '../../support/pictures.ts'
import { lacks } from '../../support/programs.ts'
import { temporaryFolder } from '../../support/temporary.ts'

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
  const { readOnly } = opened.collection
  expect(readOnly instanceof AppError && readOnly.message).toBe(
    `The folder .photo-frame in the uploads folder ${reason}. Remove it; the service makes its own.`,
  )
  expect(await deal(opened, 1)).toEqual(['x.jpg'])
  const upload = opened.upload('', { name: 'y.jpg', content: picture(2) })
  expect(await codeOf(upload)).toBe('FILE_SYSTEM_ERROR')
}

describe("the service's own folder", () => {
  test('is not used where it is a link', async () => {
    await using uploads = await temporaryFolder()
    await using other = await outside()
    await symlink(other.path, join(uploads.path, '.photo-frame'))
    await expectRefusal(uploads.path, 'is a symbolic link')
    expect(await other.isUntouched()).toBeTrue()
  })

  test('is not used where it is a file', async () => {
    await using uploads = await temporaryFolder()
    await writeFile(join(uploads.path, '.photo-frame'), '')
    await expectRefusal(uploads.path, 'is a file')
  })

  test.skipIf(process.geteuid?.() !== 0)('is not used where another user made it', async () => {
    await using uploads = await temporaryFolder()
    const path = join(uploads.path, '.photo-frame')
    await mkdir(path)
    await chown(path, 12_345, 12_345)
    await expectRefusal(uploads.path, "is somebody else's")
  })

  test('has a staging folder that is never followed as a link', async () => {
    await using uploads = await temporaryFolder()
    await using other = await outside()
    await mkdir(join(uploads.path, '.photo-frame'))
    await symlink(other.path, join(uploads.path, '.photo-frame/staging'))
    {
      await using opened = await openCollection(files, { uploadsDir: uploads.path })
      await opened.upload('', { name: 'y.jpg', content: picture(2) })
    }
    expect(await other.isUntouched()).toBeTrue()
  })

  test.each(['rounds.json', 'rounds.json.new', 'images.bin', 'images.bin.new', 'uploads.lock'])(
    'never writes through a link called %s',
    async (name) => {
      await using uploads = await temporaryFolder()
      await using other = await outside()
      await mkdir(join(uploads.path, '.photo-frame'))
      await symlink(join(other.path, 'precious'), join(uploads.path, '.photo-frame', name))
      {
        await using opened = await openCollection(files, { uploadsDir: uploads.path })
        await deal(opened, 1)
        await opened.upload('', { name: 'y.jpg', content: picture(2) }).catch(() => undefined)
      }
      expect(await other.isUntouched()).toBeTrue()
    },
  )
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
