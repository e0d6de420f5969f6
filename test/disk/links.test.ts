import { describe, expect, test } from 'bun:test'
import { mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deleteImages } from '../../src/uploads/change-images.ts'
import { readConditions } from '../../src/frames/conditions/registry.ts'
import { codeOf, openCollection, permitted, served } from '../support/collection.ts'
import { jpeg, picture } from '../support/pictures.ts'
import { eventually } from '../support/server.ts'
import { temporaryFolder } from '../support/temporary.ts'

const secret = jpeg({ width: 99, height: 99, salt: 'secret' })

/** A folder that lies outside the collection, with an image in it. */
async function outside() {
  const folder = await temporaryFolder()
  await writeFile(join(folder.path, 'secret.jpg'), secret)
  await writeFile(join(folder.path, 'x.jpg'), secret)
  return folder
}

const failed = (work: Promise<unknown>) =>
  work.then(
    () => false,
    () => true,
  )

describe('a symbolic link', () => {
  test('to a file, a folder or nothing is no part of the collection', async () => {
    await using other = await outside()
    await using opened = await openCollection({ 'a/x.jpg': picture(1) })
    const { collection, at } = opened
    await symlink(join(other.path, 'secret.jpg'), at('file.jpg'))
    await symlink(other.path, at('folder'))
    await symlink('a', at('inner'))
    await symlink('nowhere', at('dangling.jpg'))
    opened.passTime()
    await eventually(async () => {
      expect(await collection.list('')).toMatchObject({ totalFolders: 1, totalImages: 0 })
    })
    expect(collection.counts()).toEqual({ totalFolders: 1, totalImages: 1 })
    const paths = ['file.jpg', 'folder/secret.jpg', 'inner/x.jpg', 'dangling.jpg']
    for (const path of paths) expect(await collection.parts.opener.open(path, {})).toBeUndefined()
    for (const path of ['folder', 'inner']) {
      expect(await codeOf(collection.list(path))).toBe('FOLDER_NOT_FOUND')
      expect(
        await codeOf(() => collection.pick({ conditions: readConditions({ folder: [path] }) })),
      ).toBe('NO_IMAGES_AVAILABLE')
      const upload = opened.upload(path, { name: 'y.jpg', content: picture(2) })
      expect(await codeOf(upload)).toBe('INVALID_FOLDER_NAME')
    }
    expect((await collection.changes.run(deleteImages, permitted, paths)).totalDeleted).toBe(0)
    expect((await readdir(other.path)).toSorted()).toEqual(['secret.jpg', 'x.jpg'])
  })

  test('as the uploads directory itself is followed', async () => {
    await using folder = await temporaryFolder()
    await mkdir(join(folder.path, 'real'))
    await writeFile(join(folder.path, 'real/x.jpg'), picture(1))
    await symlink('real', join(folder.path, 'link'))
    await using opened = await openCollection({}, { uploadsDir: join(folder.path, 'link') })
    expect((await opened.collection.list('')).totalImages).toBe(1)
  })
})

test('a folder swapped for a link over and over never leads outside', async () => {
  await using other = await outside()
  await using opened = await openCollection({ 'a/x.jpg': picture(1) })
  const { collection, at } = opened
  const before = (await readdir(other.path)).toSorted()
  await symlink(other.path, at('.link'))
  const swapping = { isDone: false }
  const swap = async () => {
    while (!swapping.isDone) {
      await rename(at('a'), at('.kept'))
      // An upload makes its folder again where it is missing.
      while (await failed(rename(at('.link'), at('a')))) {
        await rm(at('a'), { recursive: true, force: true })
      }
      await Bun.sleep(0)
      await rename(at('a'), at('.link'))
      while (await failed(rename(at('.kept'), at('a')))) {
        await rm(at('a'), { recursive: true, force: true })
      }
      await Bun.sleep(0)
    }
  }
  const swapped = swap()
  for (let round = 0; round < 150; round += 1) {
    opened.passTime()
    // A file may be gone again before it is read to its end, but it is never the wrong one.
    const bytes = await served(opened, 'a/x.jpg').catch(() => undefined)
    expect(bytes?.equals(secret) ?? false).toBeFalse()
    const picked = await Promise.try(() => collection.pick({})).catch(() => undefined)
    expect(picked?.image.width ?? 4).toBe(4)
    await codeOf(opened.upload('a', { name: `new ${round % 7}.jpg`, content: picture(round) }))
    await collection.changes.run(deleteImages, permitted, [
      'a/x.jpg',
      'a/secret.jpg',
      `a/new ${round % 5}.jpg`,
    ])
    await codeOf(opened.upload('a', { name: 'x.jpg', content: picture(1) }))
  }
  swapping.isDone = true
  await swapped
  expect((await readdir(other.path)).toSorted()).toEqual(before)
  expect((await readFile(join(other.path, 'x.jpg'))).equals(secret)).toBeTrue()
}, 30_000)
