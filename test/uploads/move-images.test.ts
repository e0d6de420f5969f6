import { describe, expect, test } from 'bun:test'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { codeOf, expectNames, namesIn, openCollection, permitted } from '../support/collection.ts'
import { picture } from '../support/pictures.ts'

describe('images that are moved', () => {
  test('are found in the new folder, with numbered names where theirs were taken', async () => {
    await using opened = await openCollection({
      'a/1.jpg': picture(1),
      'a/2.jpg': picture(2),
      'b/1.jpg': picture(3),
    })
    const { changes } = opened.collection
    const paths = ['a/1.jpg', '/a/2.jpg', 'a/1.jpg', 'no.jpg', 'a', 'b/1.jpg']
    const result = await changes.moveImages(paths, 'b', permitted)
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
    expect(await namesIn(opened, 'b')).toEqual(['1-1.jpg', '1.jpg', '2.jpg'].toSorted())
    expect(await namesIn(opened, 'a')).toEqual([])
    expect(opened.collection.counts()).toEqual({ totalFolders: 2, totalImages: 3 })
    await expectNames(opened, ['1-1.jpg', '1.jpg', '2.jpg'].toSorted(), 'b')
    expect((await readdir(opened.at('b'))).toSorted()).toEqual(['1-1.jpg', '1.jpg', '2.jpg'])
  })

  test('never overwrite a file that the index does not know yet', async () => {
    await using opened = await openCollection({ '1.jpg': picture(1), 'b/x.jpg': picture(2) })
    await writeFile(opened.at('b/1.jpg'), 'copied in just before')
    const result = await opened.collection.changes.moveImages(['1.jpg'], 'b', permitted)
    expect(result.movedImages).toMatchObject([{ newPath: 'b/1-1.jpg' }])
    expect(await Bun.file(opened.at('b/1.jpg')).text()).toBe('copied in just before')
  })

  test('make the folder that they move into, and none where the path is impossible', async () => {
    await using opened = await openCollection({ '1.jpg': picture(1) })
    const { changes } = opened.collection
    expect(await codeOf(changes.moveImages(['1.jpg'], 'a:b', permitted))).toBe(
      'INVALID_FOLDER_NAME',
    )
    await changes.moveImages(['1.jpg'], 'x/y', permitted)
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
      const moving = collection.changes
        .moveImages(
          names.map((name) => `${from}/${name}`),
          to,
          permitted,
        )
        .then(() => collection.changes.moveFolder(to, 'c', permitted))
        .then(() => collection.changes.moveFolder('c', to, permitted))
      const dealt: string[] = []
      while (Bun.peek.status(moving) === 'pending' || dealt.length % count > 0) {
        dealt.push((await collection.pick({})).name)
        await Bun.sleep(0)
      }
      await moving
      for (let start = 0; start < dealt.length; start += count) {
        expect(dealt.slice(start, start + count).toSorted()).toEqual(names.toSorted())
      }
    }
    expect(collection.indexed).toBe(count)
  })

  test('are reported as not found where another program has deleted them', async () => {
    await using opened = await openCollection({ '1.jpg': picture(1), '2.jpg': picture(2) })
    await rm(opened.at('1.jpg'))
    const moving = opened.collection.changes.moveImages(['1.jpg', '2.jpg'], 'b', permitted)
    expect((await moving).movedImages.map(({ status }) => status)).toEqual(['not_found', 'moved'])
  })

  test('make no folder where none of them is found', async () => {
    await using opened = await openCollection({ '1.jpg': picture(1), 'kept/2.jpg': picture(2) })
    await rm(opened.at('1.jpg'))
    const { changes } = opened.collection
    const result = await changes.moveImages(['none.jpg', '1.jpg'], 'kept/new/deep', permitted)
    expect(result).toMatchObject({ totalMoved: 0, folder: 'kept/new/deep' })
    expect(await readdir(opened.at('kept'))).toEqual(['2.jpg'])
    expect(opened.collection.counts()).toEqual({ totalFolders: 1, totalImages: 1 })
  })

  test('stay where they are when the folder can not be made', async () => {
    await using opened = await openCollection({ 'a/1.jpg': picture(1) })
    await writeFile(opened.at('b'), 'in the way')
    const moving = opened.collection.changes.moveImages(['a/1.jpg'], 'b', permitted)
    expect(await codeOf(moving)).toBe('INVALID_FOLDER_NAME')
    expect(await namesIn(opened, 'a')).toEqual(['1.jpg'])
  })
})
