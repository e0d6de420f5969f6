import { describe, expect, test } from 'bun:test'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { moveToTrash } from '../../src/trash/move-to-trash.ts'
import { removeFolder } from '../../src/uploads/change-folders.ts'
import { markImages, moveImages } from '../../src/uploads/change-images.ts'
import type { Changes } from '../../src/collection/changes.ts'
import { describeError } from '../../src/log.ts'
import { codeOf, contentOf, expectNames, openCollection, permitted } from '../support/collection.ts'
import { picture } from '../support/pictures.ts'
import { lacks } from '../support/programs.ts'
import { smallDisk, temporaryFolder } from '../support/temporary.ts'

const images = ['1.jpg', 'a/b/c/2.jpg', 'a/b/c/3.jpg', 'a/usb/4.jpg']

/** A collection with another disk mounted in a folder of it. */
async function withOtherDisk() {
  const [folder, disk] = [await temporaryFolder(), await smallDisk(2 * 1024 ** 2)]
  const mounted = join(folder.path, 'a/usb')
  await mkdir(mounted, { recursive: true })
  await disk.mount()
  await disk.move(mounted)
  const files = {
    '1.jpg': picture(1),
    '2.jpg': picture(7),
    'a/b/c/2.jpg': picture(2),
    'a/b/c/3.jpg': picture(3),
    'a/usb/4.jpg': picture(4),
    'a/usb/d/5.jpg': picture(5),
  }
  const opened = await openCollection(files, { uploadsDir: folder.path })
  return {
    ...opened,
    [Symbol.asyncDispose]: async () => {
      await opened[Symbol.asyncDispose]()
      await disk.moveBack(mounted)
      await disk[Symbol.asyncDispose]()
      await folder[Symbol.asyncDispose]()
    },
  }
}

describe.skipIf(lacks('mount'))('where another disk is mounted in the uploads folder', () => {
  test.each([
    ['the trash', (changes: Changes) => changes.run(moveToTrash, permitted, images, [])],
    ['another folder', (changes: Changes) => changes.run(moveImages, permitted, images, [])],
  ])(
    'nothing moves to %s when a part of it can not, and all keeps its marks',
    async (_to, move) => {
      await using opened = await withOtherDisk()
      const { changes } = opened.collection
      await changes.run(markImages, permitted, ['a/b/c/2.jpg'], { favourite: true })
      const before = await contentOf(opened.uploadsDir)
      expect(await codeOf(move(changes))).toBe('FILE_SYSTEM_ERROR')
      expect(await contentOf(opened.uploadsDir)).toEqual(before)
      expect((await opened.collection.listTrash()).items).toEqual([])
      expect((await opened.collection.list('a/b/c')).images).toMatchObject([
        { name: '2.jpg', favourite: true },
        { name: '3.jpg', favourite: false },
      ])
      expect(opened.collection.counts().totalImages).toBe(6)
    },
  )

  test.each([
    ['a picture', ['a/usb/4.jpg'], [], 'lies on another disk'],
    ['a folder', [], ['a/usb/d'], 'lies on another disk'],
    ['the disk itself', [], ['a/usb'], 'A disk is mounted here'],
  ])('%s of it is refused for that reason', async (_what, images, folders, reason) => {
    await using opened = await withOtherDisk()
    const refused = opened.collection.changes.run(moveToTrash, permitted, images, folders)
    expect(await refused.catch(describeError)).toContain(reason)
  })

  test('a folder of it is deleted for good, with all that it holds', async () => {
    await using opened = await withOtherDisk()
    await opened.put('a/usb/d/e/6.jpg', picture(6))
    opened.passTime()
    const { changes } = opened.collection
    expect(await changes.run(removeFolder, permitted, 'a/usb/d', true)).toEqual({
      path: 'a/usb/d',
      totalFolders: 1,
      totalImages: 2,
      otherFiles: 0,
    })
    expect(await readdir(opened.at('a/usb'))).toEqual(['4.jpg'])
    expect(await readdir(opened.at('.photo-frame/staging'))).toBeEmpty()
    await expectNames(opened, ['4.jpg'], 'a/usb')
  })

  test('a picture is stored there whole, under its name and nothing else', async () => {
    await using opened = await withOtherDisk()
    const upload = () => opened.upload('a/usb', { name: '4.jpg', content: picture(6) })
    for (const name of ['4-1.jpg', '4-1.jpg']) {
      expect((await upload()).uploadedFiles).toMatchObject([{ path: `a/usb/${name}` }])
    }
    expect((await readFile(opened.at('a/usb/4-1.jpg'))).equals(picture(6))).toBeTrue()
    expect((await readdir(opened.at('a/usb'))).toSorted()).toEqual(['4-1.jpg', '4.jpg', 'd'])
    expect(await readdir(opened.at('.photo-frame/staging'))).toBeEmpty()
  })
})
