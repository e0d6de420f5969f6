import { describe, expect, spyOn, test } from 'bun:test'
import { appendFile, readdir, rm, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { moveToTrash } from '../../src/trash/move-to-trash.ts'
import { restoreItems } from '../../src/trash/restore-items.ts'
import { markImages } from '../../src/uploads/change-images.ts'
import { Disk } from '../../src/disk/disk.ts'
import { DiskError } from '../../src/disk/file-system-error.ts'
import { AppError } from '../../src/errors.ts'
import { StateFile } from '../../src/store/state-file.ts'
import { decodeLines, encodeLines } from '../../src/lib/checked-lines.ts'
import {
  codeOf,
  contentOf,
  namesIn,
  openCollection,
  permitted,
  served,
  somebody,
  type OpenedCollection,
} from '../support/collection.ts'
import { picture } from '../support/pictures.ts'
import { quadrants } from '../support/pixels.ts'

const trashOf = async ({ collection }: OpenedCollection) => (await collection.listTrash()).items

/** Moves to the trash and gives the ids. */
async function trash({ collection }: OpenedCollection, images: string[], folders: string[] = []) {
  const result = await collection.changes.run(moveToTrash, permitted, images, folders)
  return result.trashedItems.map(({ id }) => id ?? '')
}

const restore = async ({ collection }: OpenedCollection, ids: readonly string[]) =>
  (await collection.changes.run(restoreItems, permitted, ids)).restoredItems.map(
    ({ newPath }) => newPath,
  )

describe('what is moved to the trash', () => {
  test('is gone from the collection at once, and listed with all that a folder holds', async () => {
    await using opened = await openCollection({
      'a/1.jpg': picture(1),
      'a/2.jpg': picture(2),
      'b/c/3.jpg': picture(3),
      'b/notes.txt': Buffer.from('notes'),
      'b/.cache/4.jpg': picture(4),
    })
    const images = ['a/1.jpg', '/a/1.jpg', 'none.jpg', 'a']
    const folders = ['b/', 'b/c', '', '..', 'a/2.jpg']
    const ids = await trash(opened, images, folders)
    const [image = '', , , , folder = ''] = ids
    expect(ids).toEqual([image, '', '', '', folder, '', '', '', ''])
    expect(opened.collection.counts()).toEqual({ totalFolders: 1, totalImages: 1 })
    expect(await namesIn(opened, 'a')).toEqual(['2.jpg'])
    expect(await codeOf(opened.collection.list('b'))).toBe('FOLDER_NOT_FOUND')
    expect(await served(opened, 'a/1.jpg')).toBeUndefined()
    const rest = { totalImages: 1, deleted: expect.any(Number), hasPicture: true }
    const sizes = [picture(1).length, picture(3).length + picture(4).length + 5] as const
    const totals = { totalItems: 2, totalSize: sizes[0] + sizes[1] }
    expect(await opened.collection.listTrash()).toEqual({
      items: [
        { id: image, path: 'a/1.jpg', kind: 'image', size: sizes[0], ...rest },
        { id: folder, path: 'b', kind: 'folder', size: sizes[1], ...rest },
      ],
      ...totals,
      days: 30,
    })
    expect((await opened.collection.summary()).trash).toEqual(totals)
  })

  test('comes back byte for byte, with all that a folder held', async () => {
    await using opened = await openCollection({
      'a/1.jpg': picture(1),
      'b/c/3.jpg': picture(3),
      'b/notes.txt': Buffer.from('notes'),
    })
    const ids = await trash(opened, ['a/1.jpg'], ['b'])
    await rm(opened.at('a'), { recursive: true })
    opened.passTime()
    await opened.collection.list('')
    const restored = await restore(opened, [...ids, 'none', ids[0] ?? ''])
    expect(restored).toEqual(['a/1.jpg', 'b', null, null])
    expect(await served(opened, 'a/1.jpg')).toEqual(Buffer.from(picture(1)))
    expect(await served(opened, 'b/c/3.jpg')).toEqual(Buffer.from(picture(3)))
    expect(await Bun.file(opened.at('b/notes.txt')).text()).toBe('notes')
    expect(await trashOf(opened)).toEqual([])
    expect(await readdir(opened.at('.photo-frame/trash'))).toEqual([])
    expect(opened.collection.counts()).toEqual({ totalFolders: 3, totalImages: 2 })
    opened.passTime()
    await opened.collection.list('')
    expect(opened.collection.counts()).toEqual({ totalFolders: 3, totalImages: 2 })
  })

  test('gets another name where its own is taken, and is never merged', async () => {
    const long = `${'é'.repeat(125)}n.jpg`
    expect(Buffer.byteLength(long)).toBe(255)
    const files = { 'trip/1.jpg': picture(1), 'x.jpg': picture(2), [long]: picture(3) }
    await using opened = await openCollection(files)
    const ids = await trash(opened, ['x.jpg', long], ['trip'])
    await opened.put('x.jpg', picture('new'))
    await opened.put('x-1.jpg', picture('newer'))
    await opened.put(long, picture('newest'))
    await opened.put('trip/1.jpg', picture('other'))
    expect(await restore(opened, ids)).toEqual(['x-2.jpg', `${'é'.repeat(124)}-1.jpg`, 'trip-1'])
    expect(await Bun.file(opened.at('x.jpg')).bytes()).toEqual(new Uint8Array(picture('new')))
    expect(await namesIn(opened, 'trip-1')).toEqual(['1.jpg'])
    expect(await served(opened, 'x-2.jpg')).toEqual(Buffer.from(picture(2)))
  })

  test('gets its own name from a process that has not seen it go', async () => {
    const files = { '1.jpg': picture(1), 'a/2.jpg': picture(2), 'a/b/3.jpg': picture(3) }
    await using opened = await openCollection(files)
    await using other = await openCollection({}, { uploadsDir: opened.uploadsDir })
    const before = await contentOf(opened.uploadsDir)
    const ids = await trash(opened, ['1.jpg', 'a/2.jpg'], ['a/b'])
    expect(await restore(other, ids)).toEqual(['1.jpg', 'a/2.jpg', 'a/b'])
    expect(await contentOf(opened.uploadsDir)).toEqual(before)
    expect(other.collection.counts()).toEqual({ totalFolders: 2, totalImages: 3 })
    const [id = ''] = await trash(opened, [], ['a'])
    expect(await restore(other, [id])).toEqual(['a'])
    expect(other.collection.counts()).toEqual({ totalFolders: 2, totalImages: 3 })
    expect(await namesIn(other, 'a/b')).toEqual(['3.jpg'])
  })

  test('goes to the root where a file has the place of its folder', async () => {
    await using opened = await openCollection({ 'a/b/1.jpg': picture(1), 'a/2.jpg': picture(2) })
    const ids = await trash(opened, ['a/2.jpg'], ['a/b'])
    await rm(opened.at('a'), { recursive: true })
    await writeFile(opened.at('a'), 'a file')
    opened.passTime()
    expect(await restore(opened, ids)).toEqual(['2.jpg', 'b'])
    expect(await served(opened, 'b/1.jpg')).toEqual(Buffer.from(picture(1)))
  })

  test('comes back into its folder when both were deleted together, in any order', async () => {
    await using opened = await openCollection({
      'a/1.jpg': picture(1),
      'a/2.jpg': picture(2),
      'a/b/3.jpg': picture(3),
    })
    const ids = await trash(opened, ['a/1.jpg'], ['a/b', 'a'])
    expect((await trashOf(opened)).map(({ path, totalImages }) => [path, totalImages])).toEqual([
      ['a/1.jpg', 1],
      ['a/b', 1],
      ['a', 1],
    ])
    expect(await restore(opened, ids)).toEqual(['a/1.jpg', 'a/b', 'a'])
    expect(await namesIn(opened, 'a')).toEqual(['1.jpg', '2.jpg'])
    expect(await namesIn(opened, 'a/b')).toEqual(['3.jpg'])
  })

  test('is not listed once somebody has taken it away, can not be restored, and leaves no marks', async () => {
    await using opened = await openCollection({ '1.jpg': picture(1), 'b/2.jpg': picture(2) })
    await opened.collection.changes.run(markImages, permitted, ['1.jpg'], { hidden: true })
    const ids = await trash(opened, ['1.jpg'])
    opened.passTime()
    ids.push(...(await trash(opened, [], ['b'])))
    // The latest first.
    expect((await trashOf(opened)).map(({ id }) => id)).toEqual(ids.toReversed())
    for (const id of ids) await rm(opened.at(`.photo-frame/trash/${id}`), { recursive: true })
    expect(await trashOf(opened)).toEqual([])
    expect(await restore(opened, ids)).toEqual([null, null])
    await opened.upload('', { name: '1.jpg', content: picture('new') })
    expect((await opened.collection.list('')).images).toMatchObject([{ hidden: false }])
  })

  test('is restored to the root where nothing is known of it any more', async () => {
    await using opened = await openCollection({
      'a/1.jpg': picture(1),
      'a/2.png': quadrants(60, 40),
      'b/3.jpg': picture(3),
    })
    const [one = '', other = '', folder = ''] = await trash(opened, ['a/1.jpg', 'a/2.png'], ['b'])
    const table = opened.at('.photo-frame/trash.json')
    const [first = '', ...lines] = (await Bun.file(table).text()).split('\n')
    // What a power cut leaves of a line, and a line after it.
    await Bun.write(table, [`${first.slice(0, 40)}#${first.slice(41)}`, ...lines].join('\n'))
    expect((await trashOf(opened)).map(({ path }) => path)).toContain('a/2.png')
    await rm(table)
    const paths = (await trashOf(opened)).map(({ path }) => path)
    expect(paths.toSorted()).toEqual([`${one}.jpg`, `${other}.png`, folder].toSorted())
    expect(await restore(opened, [one, other, folder])).toEqual([
      `${one}.jpg`,
      `${other}.png`,
      folder,
    ])
    expect(await served(opened, `${one}.jpg`)).toEqual(Buffer.from(picture(1)))
  })

  test('is listed and goes where its line is damaged or its file can not be read', async () => {
    await using opened = await openCollection({ '1.jpg': picture(1), '2.jpg': picture(2) })
    const [one = '', other = ''] = await trash(opened, ['1.jpg', '2.jpg'])
    const table = opened.at('.photo-frame/trash.json')
    const lines = decodeLines(
      await Bun.file(table).bytes(),
      z.tuple([z.string(), z.looseObject({})]),
    )
    const times = new Map([
      [one, 1e300],
      [other, -1e300],
    ])
    const damaged = lines.map(([id, item]) => [id, { ...item, deleted: times.get(id) }])
    const lost = 'f'.repeat(32)
    await Bun.write(table, encodeLines(damaged))
    await Bun.write(opened.at(`.photo-frame/trash/${lost}`), picture(3))
    const openFile = spyOn(Disk.prototype, 'openFile').mockRejectedValue(
      new AppError('FILE_SYSTEM_ERROR', undefined, { cause: new DiskError('EIO', 'bad sector') }),
    )
    const items = await trashOf(opened).finally(() => openFile.mockRestore())
    expect(items.map(({ path }) => path).toSorted()).toEqual(['1.jpg', '2.jpg', `${lost}.jpg`])
    for (const { deleted } of items) expect(deleted).toBeLessThanOrEqual(Date.now() + 3000)
    const { totalDeleted } = await opened.collection.changes.run(
      ({ trash }) => trash.delete(),
      permitted,
    )
    expect(totalDeleted).toBe(3)
  })

  test('gets there also where a quota is used up, by what is kept for a full disk', async () => {
    await using opened = await openCollection({ '1.jpg': picture(1) })
    const cause = new DiskError('EDQUOT', 'disk quota exceeded')
    using _ = spyOn(StateFile.prototype, 'write').mockRejectedValueOnce(
      new AppError('FILE_SYSTEM_ERROR', undefined, { cause }),
    )
    await trash(opened, ['1.jpg'])
    expect((await trashOf(opened)).map(({ path }) => path)).toEqual(['1.jpg'])
    expect(await readdir(opened.at('.photo-frame'))).not.toContain('reserve')
  })

  test('comes back under a name that the disk takes, whatever its line says', async () => {
    const files = { '1.jpg': picture(1), '2.jpg': picture(2), 'a/3.jpg': picture(3) }
    await using opened = await openCollection(files)
    const ids = await trash(opened, ['1.jpg', '2.jpg'], ['a'])
    const facts = { deleted: Date.now(), size: 1, totalImages: 1 }
    const paths = ['n'.repeat(300), '/'.repeat(9000), 'ü'.repeat(9000)]
    const lines = ids.map((id, index) => [id, { ...facts, path: paths[index], kind: 'image' }])
    await appendFile(opened.at('.photo-frame/trash.json'), encodeLines(lines))
    expect(await restore(opened, ids)).toEqual(['n'.repeat(255), ids[1] ?? '', 'ü'.repeat(127)])
  })

  test('keeps its marks, also in a folder, and another picture of its name gets none', async () => {
    await using opened = await openCollection({
      '1.jpg': picture(1),
      'b/c/2.jpg': picture(2),
      'b/3.jpg': picture(3),
    })
    const { changes } = opened.collection
    await changes.run(markImages, permitted, ['1.jpg', 'b/c/2.jpg'], { favourite: true })
    await changes.run(markImages, permitted, ['b/c/2.jpg'], { hidden: true })
    const ids = await trash(opened, ['1.jpg'], ['b'])
    await opened.upload('', { name: '1.jpg', content: picture('new') })
    const marksOf = async (path: string) =>
      (await opened.collection.list(path)).images.map(({ name, hidden, favourite }) => ({
        [name]: { hidden, favourite },
      }))
    expect(await marksOf('')).toEqual([{ '1.jpg': { hidden: false, favourite: false } }])
    expect(await restore(opened, ids)).toEqual(['1-1.jpg', 'b'])
    expect(await marksOf('')).toEqual([
      { '1-1.jpg': { hidden: false, favourite: true } },
      { '1.jpg': { hidden: false, favourite: false } },
    ])
    expect(await marksOf('b/c')).toEqual([{ '2.jpg': { hidden: true, favourite: true } }])
    expect(await marksOf('b')).toEqual([{ '3.jpg': { hidden: false, favourite: false } }])
  })

  test('can be looked at: the image, or the newest of the folder', async () => {
    await using opened = await openCollection({
      '1.png': quadrants(60, 40),
      'b/2.png': quadrants(40, 60),
      'c/notes.txt': Buffer.from('notes'),
    })
    const ids = await trash(opened, ['1.png'], ['b', 'c'])
    expect((await trashOf(opened)).map(({ hasPicture }) => hasPicture)).toEqual([true, true, false])
    const sizes = await Promise.all(
      [...ids, 'none'].map(async (id) => {
        const { opener, trash } = opened.collection.parts
        const image = await trash.picture(id)
        const file = image && (await opener.openKnown(image, { width: 20, height: 20 }))
        const content = await file?.load(somebody)
        if (content === undefined) return undefined
        const { width, height } = await new Bun.Image(content).metadata()
        return { width, height }
      }),
    )
    expect(sizes).toEqual([
      { width: 20, height: 13 },
      { width: 13, height: 20 },
      undefined,
      undefined,
    ])
  })
})
