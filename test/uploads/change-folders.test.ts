import { $ } from 'bun'
import { describe, expect, test } from 'bun:test'
import { mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { newFolderPath } from '../../src/collection/changes.ts'
import { removeFolder, renameFolder } from '../../src/uploads/change-folders.ts'
import { codeOf, expectNames, namesIn, openCollection, permitted } from '../support/collection.ts'
import { lacks } from '../support/programs.ts'
import { eventually } from '../support/server.ts'
import { picture } from '../support/pictures.ts'
import { temporaryFolder } from '../support/temporary.ts'

test('a folder that is moved takes all that it holds along, to a place that is made for it', async () => {
  await using opened = await openCollection({
    'a/b/1.jpg': picture(1),
    'a/2.jpg': picture(2),
    '3.jpg': picture(3),
  })
  await writeFile(opened.at('a/notes.txt'), 'kept')
  const moved = await opened.collection.changes.run(renameFolder, permitted, 'a', ['x', 'y'])
  expect(moved).toEqual({ path: 'a', newPath: 'x/y', totalImages: 2 })
  expect(await namesIn(opened, 'x/y')).toEqual(['2.jpg'])
  expect(await namesIn(opened, 'x/y/b')).toEqual(['1.jpg'])
  expect(await codeOf(opened.collection.list('a'))).toBe('FOLDER_NOT_FOUND')
  expect(opened.collection.counts()).toEqual({ totalFolders: 3, totalImages: 3 })
  expect(await Bun.file(opened.at('x/y/notes.txt')).text()).toBe('kept')
  await expectNames(opened, ['1.jpg'], 'x/y/b')
  expect(opened.collection.counts()).toEqual({ totalFolders: 3, totalImages: 3 })
  // The case of its name only can change, too.
  await opened.collection.changes.run(renameFolder, permitted, 'x', ['X'])
  expect(await namesIn(opened, 'X/y/b')).toEqual(['1.jpg'])
  expect(await readdir(opened.uploadsDir)).toContain('X')
})

test('a folder that is moved has to be there, is not the root, and can not take any place', async () => {
  await using opened = await openCollection({
    'a/b/1.jpg': picture(1),
    'taken/2.jpg': picture(2),
  })
  await writeFile(opened.at('file'), '')
  const move = (path: string, newPath = 'new') =>
    codeOf(() =>
      opened.collection.changes.run(renameFolder, permitted, path, newFolderPath(newPath)),
    )
  for (const newPath of ['a', 'a/', 'a/b/c', 'taken', 'file', 'x:y', '', 'hidden/.b']) {
    expect(await move('a', newPath)).toBe('INVALID_FOLDER_NAME')
  }
  expect(await move('')).toBe('INVALID_FOLDER_NAME')
  for (const path of ['no', 'file', 'a/b/1.jpg']) expect(await move(path)).toBe('FOLDER_NOT_FOUND')
  expect(await namesIn(opened, 'a/b')).toEqual(['1.jpg'])
})

describe('a folder that is deleted', () => {
  test('goes for good where it is empty, has to be there, and is never the root', async () => {
    await using opened = await openCollection({ '1.jpg': picture(1) })
    await opened.collection.changes.createFolder('a/b', permitted)
    const deleted = await opened.collection.changes.run(removeFolder, permitted, 'a/b', false)
    expect(deleted).toEqual({ path: 'a/b', totalFolders: 0, totalImages: 0, otherFiles: 0 })
    expect(await readdir(opened.at('a'))).toEqual([])
    expect(opened.collection.counts()).toEqual({ totalFolders: 1, totalImages: 1 })
    await mkdir(opened.at('.hidden'))
    const remove = (path: string) =>
      opened.collection.changes.run(removeFolder, permitted, path, true)
    for (const path of ['a/b', '1.jpg', '.hidden', '..']) {
      expect(await codeOf(remove(path))).toBe('FOLDER_NOT_FOUND')
    }
    for (const path of ['', '/']) expect(await codeOf(remove(path))).toBe('INVALID_FOLDER_NAME')
    expect(await namesIn(opened)).toEqual(['1.jpg'])
  })

  test('takes everything in it along when asked to, but nothing that a link leads to', async () => {
    await using elsewhere = await temporaryFolder()
    await writeFile(`${elsewhere.path}/kept.jpg`, picture('kept'))
    await using opened = await openCollection({ 'a/b/1.jpg': picture(1), '2.jpg': picture(2) })
    await symlink(elsewhere.path, opened.at('a/link'))
    const deleted = await opened.collection.changes.run(removeFolder, permitted, 'a', true)
    expect(deleted).toEqual({ path: 'a', totalFolders: 1, totalImages: 1, otherFiles: 1 })
    expect((await readdir(opened.uploadsDir)).toSorted()).toEqual(['.photo-frame', '2.jpg'])
    expect(await readdir(opened.at('.photo-frame/staging'))).toEqual([])
    expect(await readdir(elsewhere.path)).toEqual(['kept.jpg'])
    expect(opened.collection.counts()).toEqual({ totalFolders: 0, totalImages: 1 })
  })

  test.skipIf(lacks('mount'))('is gone, though the disk can not remove it to its end', async () => {
    await using opened = await openCollection({ 'a/b/1.jpg': picture(1), '2.jpg': picture(2) })
    const staging = opened.at('.photo-frame/staging')
    await mkdir(opened.at('a/disk'))
    await $`mount -t tmpfs none ${opened.at('a/disk')}`
    const deleted = await opened.collection.changes.run(removeFolder, permitted, 'a', true)
    expect(deleted).toEqual({ path: 'a', totalFolders: 2, totalImages: 1, otherFiles: 0 })
    expect(opened.collection.counts()).toEqual({ totalFolders: 0, totalImages: 1 })
    const [left = ''] = await readdir(staging)
    await $`umount ${join(staging, left, 'disk')}`
    await eventually(async () => (await readdir(staging)).length === 0)
  })

  test('leaves nothing behind, though another program deletes in it at that moment', async () => {
    const names = Array.from({ length: 60 }, (_, index) => `${index}.jpg`)
    const files = names.map((name) => [`a/b/${name}`, picture(1)] as const)
    for (let round = 0; round < 10; round += 1) {
      await using opened = await openCollection(Object.fromEntries(files))
      const trash = opened.at('.photo-frame/staging')
      const deleting = opened.collection.changes.run(removeFolder, permitted, 'a', true)
      const isOver = deleting.then(() => true)
      while (!(await Promise.race([isOver, Bun.sleep(0)]))) {
        const left = await readdir(trash, { recursive: true }).catch(() => [])
        const pictures = left.filter((name) => name.endsWith('.jpg')).toReversed()
        for (const name of pictures) await rm(join(trash, name), { force: true })
      }
      await deleting
      expect(await readdir(trash)).toEqual([])
    }
  })
})
