import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { moveToTrash } from '../../../src/trash/move-to-trash.ts'
import { restoreItems } from '../../../src/trash/restore-items.ts'
import { renameFolder, setCover } from '../../../src/uploads/change-folders.ts'
import { deleteImages, markImages, moveImages } from '../../../src/uploads/change-images.ts'
import { codeOf, openCollection, permitted } from '../../support/collection.ts'
import { shotAt, withTiff } from '../../support/exif.ts'
import { listedTree } from '../../support/listed-tree.ts'
import { jpeg, picture } from '../../support/pictures.ts'
import { steppedTime } from '../../support/time.ts'

const day = 24 * 60 * 60

/** A tree of pictures, all of them probed. */
async function probedTree(pictures: readonly { path: string; taken: number; width: number }[]) {
  const listed = listedTree()
  for (const { path, ...facts } of pictures) await listed.probe(listed.add(path, facts))
  return listed
}

const marks = { hidden: false, favourite: false }

describe('the covers of a folder', () => {
  test('are the newest landscapes at any depth, then the newest others', async () => {
    const listed = await probedTree([
      { path: 'a/tall.jpg', taken: 9 * day, width: 1 },
      { path: 'a/old.jpg', taken: 1 * day, width: 4 },
      { path: 'a/b/c/new.jpg', taken: 3 * day, width: 4 },
      { path: 'a/b/middle.jpg', taken: 2 * day, width: 4 },
      { path: 'a/b/square.jpg', taken: 8 * day, width: 3 },
      { path: 'd/tall.jpg', taken: 0, width: 1 },
    ])
    const covers = ['a/b/c/new.jpg', 'a/b/middle.jpg', 'a/old.jpg', 'a/tall.jpg']
    expect(listed.covers('a')).toEqual(covers)
    listed.folderAt('empty')
    const { folders } = await listed.list('', {})
    expect(folders.map(({ path, cover }) => [path, cover])).toEqual([
      ['a', 'a/b/c/new.jpg'],
      ['d', 'd/tall.jpg'],
      ['empty', null],
    ])
  })

  test('are those of all pictures below it, whatever changed before', async () => {
    const path = fc
      .tuple(fc.constantFrom('a/', 'a/b/', 'a/b/c/', 'a/d/'), fc.integer({ min: 0, max: 6 }))
      .map(([folder, number]) => `${folder}${number}.jpg`)
    const facts = {
      taken: fc.integer({ min: 0, max: 4 }).map((days) => days * day),
      width: fc.integer({ min: 1, max: 5 }),
    }
    const change = fc.record({
      path,
      ...facts,
      does: fc.constantFrom('add', 'add', 'remove', 'hide', 'fail'),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 30 }), async (changes) => {
        const listed = await probedTree([])
        for (const { does, ...each } of changes) {
          const image = listed.tree.imageAt(each.path.split('/'))
          if (does === 'remove') listed.remove(each.path)
          else if (image === undefined) await listed.probe(listed.add(each.path, each))
          else if (does === 'hide') listed.mark(image, { ...marks, hidden: true })
          else if (does === 'fail') listed.tree.noteObstacle(image, image, 'its data is damaged')
          const shown = listed.paths().filter((path) => {
            const found = listed.tree.imageAt(path.split('/'))
            return found?.marks.hidden === false && found.obstacle === undefined
          })
          const anew = await probedTree(
            shown.flatMap((path) => {
              const found = listed.tree.imageAt(path.split('/'))
              return found === undefined ? [] : [{ path, taken: found.taken, width: found.width }]
            }),
          )
          for (const folder of ['a', 'a/b'])
            expect(listed.covers(folder)).toEqual(anew.covers(folder))
        }
      }),
    )
  })

  test('are looked for without a look at a file, and final once all headers are known', async () => {
    const listed = listedTree()
    const old = listed.add('a/old.jpg', { taken: day })
    const recent = listed.add('a/recent.jpg', { taken: 2 * day })
    expect(listed.covers('a')).toEqual(['a/old.jpg', 'a/recent.jpg'])
    expect(listed.probed).toEqual([])
    await listed.probe(old)
    expect(listed.covers('a')).toEqual(['a/old.jpg'])
    await listed.probe(recent)
    expect(listed.covers('a')).toEqual(['a/recent.jpg', 'a/old.jpg'])
  })

  test('are none of a folder below that frames never get', async () => {
    const listed = await probedTree([
      { path: 'a/b/new.jpg', taken: 2 * day, width: 4 },
      { path: 'a/old.jpg', taken: day, width: 4 },
    ])
    listed.tree.hideFolder(listed.folderAt('a/b'), true)
    expect(listed.covers('a')).toEqual(['a/old.jpg'])
    expect(listed.covers('a/b')).toEqual(['a/b/new.jpg'])
  })
})

describe('a cover that is chosen', () => {
  const shot = (date: string) => withTiff(jpeg({ width: 4, height: 3, salt: date }), shotAt(date))
  const files = {
    '2024/rome/1.jpg': shot('2024:01:01 12:00:00'),
    '2024/rome/2.jpg': shot('2024:01:02 12:00:00'),
    '2024/rome/3.jpg': shot('2024:01:03 12:00:00'),
    '2024/paris/4.jpg': shot('2024:01:04 12:00:00'),
  }
  type Opened = Awaited<ReturnType<typeof openCollection>>
  const coverOf = async ({ collection }: Opened, path: string) => {
    const { folders } = await collection.list(path.split('/').slice(0, -1).join('/'))
    return folders.find((folder) => folder.path === path)?.cover
  }
  const open = async () => {
    const opened = await openCollection(files)
    // All headers are known from then on.
    await opened.collection.summary()
    return opened
  }

  test('comes first until it is taken back, for each folder its own', async () => {
    await using opened = await open()
    const { changes } = opened.collection
    expect(await coverOf(opened, '2024')).toBe('2024/paris/4.jpg')
    const chosen = await changes.run(setCover, permitted, '2024', '2024/rome/1.jpg')
    expect(chosen).toMatchObject({ path: '2024', cover: '2024/rome/1.jpg' })
    expect(chosen.covers).toEqual(
      ['1', '4', '3', '2'].map((name) => `2024/${name === '4' ? 'paris' : 'rome'}/${name}.jpg`),
    )
    await changes.run(setCover, permitted, '2024/rome', '2024/rome/2.jpg')
    await changes.run(setCover, permitted, '2024/rome', '2024/rome/1.jpg')
    expect(await coverOf(opened, '2024/rome')).toBe('2024/rome/1.jpg')
    await changes.run(setCover, permitted, '2024/rome', null)
    expect(await coverOf(opened, '2024/rome')).toBe('2024/rome/3.jpg')
    expect(await coverOf(opened, '2024')).toBe('2024/rome/1.jpg')
  })

  test('stays through marks, moves, renamed folders, the trash, and in other processes', async () => {
    await using opened = await open()
    await using other = await openCollection({}, { uploadsDir: opened.uploadsDir })
    const { changes } = opened.collection
    await changes.run(setCover, permitted, '2024', '2024/rome/1.jpg')
    await changes.run(setCover, permitted, '2024/rome', '2024/rome/1.jpg')
    await changes.run(markImages, permitted, ['2024/rome/1.jpg'], { favourite: true })
    await changes.run(markImages, permitted, ['2024/rome/1.jpg'], { favourite: false })
    await changes.run(renameFolder, permitted, '2024', ['older', '24'])
    expect(await coverOf(opened, 'older/24')).toBe('older/24/rome/1.jpg')
    expect(await coverOf(opened, 'older/24/rome')).toBe('older/24/rome/1.jpg')
    const { trashedItems } = await changes.run(moveToTrash, permitted, [], ['older/24/rome'])
    expect(await coverOf(opened, 'older/24')).toBe('older/24/paris/4.jpg')
    await changes.createFolder('older/24/rome', permitted)
    await changes.run(
      restoreItems,
      permitted,
      trashedItems.flatMap(({ id }) => id ?? []),
    )
    expect(await coverOf(opened, 'older/24/rome-1')).toBe('older/24/rome-1/1.jpg')
    await changes.run(moveImages, permitted, ['older/24/rome-1/1.jpg'], ['older', '24', 'paris'])
    expect(await coverOf(opened, 'older/24')).toBe('older/24/paris/1.jpg')
    // What lies elsewhere stands for another folder no more.
    expect(await coverOf(opened, 'older/24/rome-1')).toBe('older/24/rome-1/3.jpg')
    expect(await coverOf(opened, 'older/24/paris')).toBe('older/24/paris/4.jpg')
    using time = steppedTime()
    time.pass(1000)
    other.passTime()
    expect(await coverOf(other, 'older/24')).toBe('older/24/paris/1.jpg')
  })

  test('gives way to one that was chosen while it, or its folder, was in the trash', async () => {
    await using opened = await open()
    const { changes } = opened.collection
    for (const [images, folders] of [
      [['2024/rome/1.jpg'], []],
      [[], ['2024/rome']],
    ] as const) {
      await changes.run(setCover, permitted, '2024', '2024/rome/1.jpg')
      const { trashedItems } = await changes.run(moveToTrash, permitted, images, folders)
      await changes.run(setCover, permitted, '2024', '2024/paris/4.jpg')
      await changes.run(
        restoreItems,
        permitted,
        trashedItems.flatMap(({ id }) => id ?? []),
      )
      expect(await coverOf(opened, '2024')).toBe('2024/paris/4.jpg')
      await changes.run(setCover, permitted, '2024', '2024/rome/1.jpg')
      expect(await coverOf(opened, '2024')).toBe('2024/rome/1.jpg')
    }
  })

  test('is not shown while it is hidden, and gone once its picture is deleted', async () => {
    await using opened = await open()
    const { changes } = opened.collection
    await changes.run(setCover, permitted, '2024/rome', '2024/rome/1.jpg')
    await changes.run(markImages, permitted, ['2024/rome/1.jpg'], { hidden: true })
    expect(await coverOf(opened, '2024/rome')).toBe('2024/rome/3.jpg')
    await changes.run(markImages, permitted, ['2024/rome/1.jpg'], { hidden: false })
    expect(await coverOf(opened, '2024/rome')).toBe('2024/rome/1.jpg')
    await changes.run(deleteImages, permitted, ['2024/rome/1.jpg'])
    await opened.upload('2024/rome', { name: '1.jpg', content: picture('another') })
    await opened.collection.summary()
    await changes.run(markImages, permitted, ['2024/rome/1.jpg'], { favourite: true })
    await opened.collection.list('2024/rome')
    expect(
      await opened.collection.changes.run(setCover, permitted, '2024/rome', null),
    ).toMatchObject({
      covers: ['2024/rome/1.jpg', '2024/rome/3.jpg', '2024/rome/2.jpg'],
    })
  })

  test('is refused where it is no image below the folder that can be shown', async () => {
    await using opened = await open()
    const { changes } = opened.collection
    await opened.put('2024/rome/broken.jpg', Buffer.from('no picture'))
    await changes.run(markImages, permitted, ['2024/rome/2.jpg'], { hidden: true })
    opened.passTime()
    await opened.collection.summary()
    for (const image of [
      '',
      'none.jpg',
      '2024/rome',
      '2024/paris/4.jpg',
      '2024/rome/2.jpg',
      '2024/rome/broken.jpg',
    ])
      expect(await codeOf(changes.run(setCover, permitted, '2024/rome', image))).toBe(
        'INVALID_REQUEST',
      )
    expect(await codeOf(changes.run(setCover, permitted, 'none', null))).toBe('FOLDER_NOT_FOUND')
  })
})
