import { expect, test } from 'bun:test'
import { readdir, rm, statfs, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf, openCollection, permitted } from '../support/collection.ts'
import { picture } from '../support/pictures.ts'
import { lacks } from '../support/programs.ts'
import { smallDisk } from '../support/temporary.ts'

test('a folder can not have the name of a file, or of a link', async () => {
  await using opened = await openCollection({ 'a.jpg': picture(1) })
  await writeFile(opened.at('notes'), '')
  await symlink('/tmp', opened.at('link'))
  for (const path of ['a.jpg', 'notes', 'link', '', '/', '..', 'a:b', 'x/../y', 'x/ y']) {
    const work = opened.collection.changes.createFolder(path, permitted)
    expect(await codeOf(work)).toBe('INVALID_FOLDER_NAME')
  }
})

test.skipIf(lacks('mount'))(
  'a folder that can not be made leaves none of those above it behind',
  async () => {
    await using disk = await smallDisk(1024 ** 2, 20)
    await disk.mount()
    await using opened = await openCollection({}, { uploadsDir: disk.path })
    // One more folder can be made.
    for (let left = (await statfs(disk.path)).ffree; left > 1; left -= 1) {
      await writeFile(join(disk.path, '.photo-frame', `${left}`), '')
    }
    const making = opened.collection.changes.createFolder('a/b/c', permitted)
    expect(await codeOf(making)).toBe('FILE_SYSTEM_ERROR')
    expect(await readdir(disk.path)).toEqual(['.photo-frame'])
    expect(opened.collection.counts()).toEqual({ totalFolders: 0, totalImages: 0 })
    expect(await opened.collection.changes.createFolder('a', permitted)).toMatchObject({
      exists: false,
    })
  },
)

test('a folder is made at once by many, is new to one of them, and made again once it is removed', async () => {
  await using opened = await openCollection()
  const make = () => opened.collection.changes.createFolder('/a/b/c/', permitted)
  const results = await Promise.all(Array.from({ length: 50 }, make))
  expect(results.filter(({ exists }) => !exists)).toHaveLength(1)
  expect(opened.collection.counts().totalFolders).toBe(3)
  await rm(opened.at('a/b'), { recursive: true })
  expect(await make()).toMatchObject({ folderPath: 'a/b/c', exists: false })
  expect(await readdir(opened.at('a/b'))).toEqual(['c'])
})
