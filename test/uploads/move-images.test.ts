import { describe, expect, test } from 'bun:test'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { newFolderPath, type Changes } from '../../src/collection/changes.ts'
import { renameFolder } from '../../src/uploads/change-folders.ts'
import { markImages, moveImages } from '../../src/uploads/change-images.ts'
import { codeOf, expectNames, namesIn, openCollection, permitted } from '../support/collection.ts'
import { picture } from '../support/pictures.ts'

describe('images that are moved', () => {
  test('are found in the new folder, with numbered names where theirs were taken', async () => {
    const files = { 'a/1.jpg': picture(1), 'a/2.jpg': picture(2), 'b/1.jpg': picture(3) }
    await using opened = await openCollection(files)
    const { changes } = opened.collection
    const paths = ['a/1.jpg', '/a/2.jpg', 'a/1.jpg', 'no.jpg', 'a', 'b/1.jpg']
    const result = await changes.run(moveImages, permitted, paths, ['b'])
    expect(result).toEqual({
      movedImages: [
        { path: 'a/1.jpg', status: 'moved', newPath: 'b/1-1.jpg' },
        { path: '/a/2.jpg', status: 'moved', newPath: 'b/2.jpg' },
        { path: 'a/1.jpg', status: 'not_found', error: expect.any(String) },
        { path: 'no.jpg', status: 'not_found', error: expect.any(String) },
        { path: 'a', status: 'not_found', error: expect.any(String) },
        { path: 'b/1.jpg', status: 'moved', newPath: 'b/1.jpg' },
      ],
      totalMoved: 3,
      folder: 'b',
    })
    const names = ['1-1.jpg', '1.jpg', '2.jpg']
    expect(await namesIn(opened, 'b')).toEqual(names)
    expect(await namesIn(opened, 'a')).toEqual([])
    expect(opened.collection.counts()).toEqual({ totalFolders: 2, totalImages: 3 })
    await expectNames(opened, names, 'b')
    expect((await readdir(opened.at('b'))).toSorted()).toEqual(names)
  })

  test('never overwrite a file that the index does not know yet', async () => {
    await using opened = await openCollection({ '1.jpg': picture(1), 'b/x.jpg': picture(2) })
    await writeFile(opened.at('b/1.jpg'), 'copied in just before')
    const result = await opened.collection.changes.run(moveImages, permitted, ['1.jpg'], ['b'])
    expect(result.movedImages).toMatchObject([{ newPath: 'b/1-1.jpg' }])
    expect(await Bun.file(opened.at('b/1.jpg')).text()).toBe('copied in just before')
  })

  test('make the folder that they move into, and stay where it can not be made', async () => {
    await using opened = await openCollection({ '1.jpg': picture(1) })
    await writeFile(opened.at('file'), 'in the way')
    const move = async (folder: string) =>
      opened.collection.changes.run(moveImages, permitted, ['1.jpg'], newFolderPath(folder))
    for (const folder of ['a:b', 'file']) {
      expect(await codeOf(move(folder))).toBe('INVALID_FOLDER_NAME')
      expect(await namesIn(opened)).toEqual(['1.jpg'])
    }
    await move('x/y')
    expect(await namesIn(opened, 'x/y')).toEqual(['1.jpg'])
  })

  test('are each dealt once a round by a frame that asks while they move', async () => {
    const count = 60
    const names = Array.from({ length: count }, (_, index) => `${index}.jpg`)
    await using opened = await openCollection(
      Object.fromEntries(names.map((name, index) => [`a/${name}`, picture(index)])),
    )
    const { collection } = opened
    for (let turn = 0; turn < 10; turn += 1) {
      const [from, to] = turn % 2 === 0 ? (['a', 'b'] as const) : (['b', 'a'] as const)
      const paths = names.map((name) => `${from}/${name}`)
      const moving = collection.changes
        .run(moveImages, permitted, paths, [to])
        .then(() => collection.changes.run(renameFolder, permitted, to, ['c']))
        .then(() => collection.changes.run(renameFolder, permitted, 'c', [to]))
      const dealt: string[] = []
      while (Bun.peek.status(moving) === 'pending' || dealt.length % count > 0) {
        dealt.push((await collection.pick({})).image.name)
        await Bun.sleep(0)
      }
      await moving
      for (let start = 0; start < dealt.length; start += count) {
        expect(dealt.slice(start, start + count).toSorted()).toEqual(names.toSorted())
      }
    }
    expect(collection.parts.tree.indexedCount).toBe(count)
  })

  test('do not begin the round after the one that they ended', async () => {
    await using opened = await openCollection({ '1.jpg': picture(1), '2.jpg': picture(2) })
    const { collection } = opened
    await collection.pick({})
    let last = await collection.pick({})
    for (let round = 0; round < 12; round += 1) {
      await collection.changes.run(moveImages, permitted, [last.path], [`folder ${round}`])
      const first = await collection.pick({})
      expect(first.image).not.toBe(last.image)
      last = await collection.pick({})
    }
  })

  test('are not found where another program has deleted them, and make no folder then', async () => {
    await using opened = await openCollection({ '1.jpg': picture(1), 'kept/2.jpg': picture(2) })
    const { changes } = opened.collection
    await rm(opened.at('1.jpg'))
    const none = await changes.run(
      moveImages,
      permitted,
      ['none.jpg', '1.jpg'],
      ['kept', 'new', 'deep'],
    )
    expect(none).toMatchObject({ totalMoved: 0, folder: 'kept/new/deep' })
    expect(await readdir(opened.at('kept'))).toEqual(['2.jpg'])
    expect(opened.collection.counts()).toEqual({ totalFolders: 1, totalImages: 1 })
    const { movedImages } = await changes.run(moveImages, permitted, ['1.jpg', 'kept/2.jpg'], ['b'])
    expect(movedImages.map(({ status }) => status)).toEqual(['not_found', 'moved'])
  })
})

test.each([
  ['a picture', (changes: Changes) => changes.run(moveImages, permitted, ['a/1.jpg'], ['b'])],
  ['a folder', (changes: Changes) => changes.run(renameFolder, permitted, 'a', ['b'])],
])('%s takes along how another process has just marked it', async (_, move) => {
  await using one = await openCollection({ 'a/1.jpg': picture(1) })
  await using other = await openCollection({}, { uploadsDir: one.uploadsDir })
  await one.collection.changes.run(markImages, permitted, ['a/1.jpg'], { hidden: true })
  await move(other.collection.changes)
  expect((await other.collection.list('b')).images).toMatchObject([{ name: '1.jpg', hidden: true }])
})
