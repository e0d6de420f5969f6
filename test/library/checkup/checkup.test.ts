import { afterAll, beforeAll, describe, expect, spyOn, test } from 'bun:test'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { moveToTrash } from '../../../src/trash/move-to-trash.ts'
import { restoreItems } from '../../../src/trash/restore-items.ts'
import { deleteImages } from '../../../src/uploads/change-images.ts'
import type { CollectionOptions } from '../../../src/collection/collection.ts'
import { DiskError } from '../../../src/disk/file-system-error.ts'
import { newCopyName } from '../../../src/disk/paths.ts'
import { AppError } from '../../../src/errors.ts'
import { Findings } from '../../../src/library/checkup/findings.ts'
import { deal, openCollection, permitted, type OpenedCollection } from '../../support/collection.ts'
import { realPictures } from '../../support/real-pictures.ts'
import { eventually } from '../../support/server.ts'
import { temporaryFolder } from '../../support/temporary.ts'
import { steppedTime, shortRests } from '../../support/time.ts'

let rests: ReturnType<typeof shortRests>
beforeAll(() => void (rests = shortRests()))
afterAll(() => rests[Symbol.dispose]())

const pictures = await realPictures()
const picture = (name: string) => pictures[name] ?? Buffer.alloc(0)
const [jpg, png] = [picture('baseline.jpg'), picture('noise.png')]
const cut = jpg.subarray(0, jpg.length / 2)
const tiff = Buffer.concat([Buffer.from('II*\0'), Buffer.alloc(100)])

/** Longer ago than a file may still be written on. */
const longAgo = new Date('2024-05-17T18:30:05Z')

async function put(path: string, content: Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, content)
  await utimes(path, longAgo, longAgo)
}

/** A collection of files that were there long before. */
async function prepare(files: Record<string, Uint8Array>) {
  const folder = await temporaryFolder()
  const add = async (more: Record<string, Uint8Array>) => {
    for (const [path, content] of Object.entries(more)) await put(join(folder.path, path), content)
  }
  await add(files)
  return {
    uploadsDir: folder.path,
    add,
    open: (options: Partial<CollectionOptions> = {}) =>
      openCollection({}, { uploadsDir: folder.path, ...options }),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  }
}

const summary = ({ collection }: OpenedCollection) => collection.summary()

/** What is listed, sorted, once so many images have been looked at and so much is listed. */
async function found(opened: OpenedCollection, images: number, listed: number) {
  await eventually(async () => {
    const { checked, unreadable } = await summary(opened)
    return checked === images && unreadable.length === listed
  })
  const { unreadable } = await summary(opened)
  return unreadable.map(({ path, error }) => `${path}: ${error}`).toSorted()
}

const damaged = 'cut off or damaged after its beginning'

describe('the check in the background', () => {
  test('finds what is cut off, damaged or not shown, says what to do, and takes nothing from frames', async () => {
    const broken = Buffer.from(png)
    broken[60] = ~(broken[60] ?? 0)
    await using folder = await prepare({
      'a/b/cut.jpg': cut,
      'a/scan.tif': tiff,
      'a/whole.jpg': jpg,
      'broken.png': broken,
      DSC_1: jpg,
      'empty.gif': Buffer.alloc(0),
      'misnamed.jpg': png,
      'notes.txt': Buffer.from('no picture'),
      'tiff.jpg': tiff,
      '.hidden.tif': tiff,
    })
    await using opened = await folder.open()
    expect(await found(opened, 6, 6)).toEqual([
      'DSC_1: is not shown, but holds a JPEG picture: its name should end in .jpg',
      `a/b/cut.jpg: ${damaged}`,
      'a/scan.tif: is not shown because it is a TIFF picture: convert it to JPEG or PNG',
      `broken.png: ${damaged}`,
      'empty.gif: not a JPEG, PNG, GIF, WebP, HEIC or AVIF',
      'tiff.jpg: is not shown because it is a TIFF picture: convert it to JPEG or PNG',
    ])
    const { misnamed } = await summary(opened)
    expect(misnamed.map(({ path }) => path)).toEqual(['misnamed.jpg'])
    // What is cut off is dealt all the same.
    expect(await deal(opened, 4)).toContain('a/b/cut.jpg')
  })

  test('goes on after a restart, and reads no file again that is as it was', async () => {
    await using folder = await prepare({ 'a.jpg': jpg, 'b.jpg': cut })
    {
      await using opened = await folder.open()
      expect(await found(opened, 2, 1)).toEqual([`b.jpg: ${damaged}`])
    }
    // Other content of the same size and time is seen only by reading it.
    await folder.add({ 'a.jpg': Buffer.alloc(jpg.length), 'c.jpg': cut })
    await using opened = await folder.open()
    expect(await found(opened, 3, 2)).toEqual([`b.jpg: ${damaged}`, `c.jpg: ${damaged}`])
  })

  test('looks again at what was replaced, and forgets what is gone', async () => {
    await using folder = await prepare({
      'a/x.jpg': cut,
      'a/y.jpg': cut,
      'b/z.jpg': cut,
      'b/scan.tif': tiff,
    })
    await using opened = await folder.open()
    expect(await found(opened, 3, 4)).toHaveLength(4)
    await folder.add({ 'a/x.jpg': jpg })
    await rm(opened.at('a/y.jpg'))
    await rename(opened.at('b'), opened.at('c'))
    opened.passTime()
    const after = [
      `c/scan.tif: is not shown because it is a TIFF picture: convert it to JPEG or PNG`,
      `c/z.jpg: ${damaged}`,
    ]
    expect(await found(opened, 2, 2)).toEqual(after)
    await opened.collection.close()
    const kept = await readFile(opened.at('.photo-frame/checked.json'), 'utf8')
    expect(kept.trimEnd().split('\n').at(-1)).not.toContain('y.jpg')
  })

  test('forgets that a file was damaged once it is restored with its size and time', async () => {
    await using folder = await prepare({ 'a.jpg': Buffer.alloc(jpg.length), 'b.jpg': cut })
    await using opened = await folder.open()
    expect(await found(opened, 2, 2)).toHaveLength(2)
    await folder.add({ 'a.jpg': jpg })
    await eventually(async () => {
      opened.passTime()
      return (await summary(opened)).unreadable.length === 1
    })
    expect(await found(opened, 2, 1)).toEqual([`b.jpg: ${damaged}`])
  })

  test('is made by one process, and what it finds is known to all', async () => {
    await using folder = await prepare({ 'cut.jpg': cut })
    await using first = await folder.open()
    await using second = await folder.open()
    expect(await found(first, 1, 1)).toEqual([`cut.jpg: ${damaged}`])
    using time = steppedTime()
    time.pass(1000)
    expect(await found(second, 1, 1)).toEqual([`cut.jpg: ${damaged}`])
  })
})

test('what goes wrong in the check is not told again until something changes', async () => {
  await using prepared = await prepare({ 'a.jpg': jpg })
  const errors: unknown[] = []
  using states = spyOn(Findings.prototype, 'stateOf').mockImplementation(() => {
    throw new Error('unexpected')
  })
  await using opened = await prepared.open({ onError: (error) => errors.push(error) })
  await eventually(async () => errors.length > 0)
  const polls = () => rests.mock.calls.filter(([, delay]) => delay === 2000).length
  const afterPolls = async () => {
    const before = polls()
    await eventually(async () => polls() > before + 2)
    return errors.length
  }
  // The start itself may change the folder.
  await afterPolls()
  const told = await afterPolls()
  expect(await afterPolls()).toBe(told)
  states.mockRestore()
  await prepared.add({ 'b.jpg': jpg })
  expect(await found(opened, 2, 0)).toEqual([])
})

test('what is damaged, and can not be looked at any more, keeps nothing from the summary', async () => {
  await using folder = await prepare({ 'a/cut.jpg': cut, 'b.jpg': jpg })
  await using opened = await folder.open()
  expect(await found(opened, 2, 1)).toEqual([`a/cut.jpg: ${damaged}`])
  const cause = new DiskError('EACCES', 'permission denied')
  const refusal = new AppError('FILE_SYSTEM_ERROR', undefined, { cause })
  using _ = spyOn(opened.collection.parts.disk, 'fileFacts').mockRejectedValue(refusal)
  expect(await summary(opened)).toMatchObject({ totalImages: 2, unreadable: [] })
})

test('what a process was killed over goes, and neither what is under way nor a hidden file', async () => {
  const [left, folderLeft] = [7_200_000, 7_100_000].map((age) => newCopyName(Date.now() - age))
  const young = newCopyName()
  await using folder = await prepare({
    [`a/${left}`]: cut,
    [`a/${folderLeft}/c/d.jpg`]: jpg,
    'a/.hidden.jpg': cut,
    'a/b.jpg': jpg,
  })
  await writeFile(join(folder.uploadsDir, 'a', young), cut)
  await using opened = await folder.open()
  expect(await found(opened, 1, 0)).toEqual([])
  const names = () => readdir(join(folder.uploadsDir, 'a'))
  const kept = ['.hidden.jpg', young, 'b.jpg'].toSorted()
  await eventually(async () => expect((await names()).toSorted()).toEqual(kept))
})

test('a copy that was left a moment before the start goes once it is old', async () => {
  const left = newCopyName()
  await using folder = await prepare({ [`a/${left}`]: cut, 'a/b.jpg': jpg })
  let now = Date.now()
  await using opened = await folder.open({ clock: () => now })
  expect(await found(opened, 1, 0)).toEqual([])
  const names = () => readdir(join(folder.uploadsDir, 'a'))
  expect(await names()).toContain(left)
  now += 2 * 3_600_000
  await eventually(async () => !(await names()).includes(left))
})

test('what could not be read because the disk was away is checked once it is back', async () => {
  await using folder = await prepare({ 'a/b.jpg': jpg, 'c.jpg': jpg })
  await using opened = await folder.open()
  const { disk } = opened.collection.parts
  const cause = new DiskError('EHOSTDOWN', 'host is down')
  const refusal = new AppError('FILE_SYSTEM_ERROR', undefined, { cause })
  const roots = spyOn(disk, 'checkRoot').mockRejectedValue(refusal)
  const names = spyOn(disk, 'names').mockRejectedValue(refusal)
  await eventually(async () => names.mock.calls.length > 1)
  roots.mockRestore()
  names.mockRestore()
  expect(await found(opened, 2, 0)).toEqual([])
})

test('a file is looked at once nobody writes on it any more', async () => {
  await using folder = await prepare({})
  let now = Date.now()
  await using opened = await folder.open({ clock: () => now })
  await opened.put('a.jpg', cut)
  now += 3000
  await Bun.sleep(50)
  expect((await summary(opened)).checked).toBe(0)
  await opened.put('a.jpg', jpg)
  now += 6000
  expect(await found(opened, 1, 0)).toEqual([])
})

describe('a file that is listed and no image', () => {
  const files = { 'a/scan.tif': tiff, 'a/notes.txt': Buffer.from('no picture'), 'a/b.jpg': jpg }

  test('can be deleted, and others can not', async () => {
    await using folder = await prepare(files)
    await using opened = await folder.open()
    const paths = ['a/scan.tif', 'a/notes.txt', 'a/scan.tif']
    const statuses = async () =>
      (await opened.collection.changes.run(deleteImages, permitted, paths)).deletedImages.map(
        ({ status }) => status,
      )
    expect(await statuses()).toEqual(['not_found', 'not_found', 'not_found'])
    expect(await found(opened, 1, 1)).toHaveLength(1)
    expect(await statuses()).toEqual(['deleted', 'not_found', 'not_found'])
    expect((await summary(opened)).unreadable).toEqual([])
    expect(opened.collection.counts().totalImages).toBe(1)
    expect(await stat(opened.at('a/notes.txt'))).toBeDefined()
  })

  test('goes to the trash and comes back', async () => {
    await using folder = await prepare(files)
    await using opened = await folder.open()
    expect(await found(opened, 1, 1)).toHaveLength(1)
    const { changes } = opened.collection
    const { trashedItems } = await changes.run(moveToTrash, permitted, ['a/scan.tif'], [])
    expect(trashedItems).toEqual([
      { path: 'a/scan.tif', status: 'trashed', id: expect.any(String) },
    ])
    expect((await summary(opened)).unreadable).toEqual([])
    const ids = trashedItems.flatMap(({ id }) => id ?? [])
    const { restoredItems } = await changes.run(restoreItems, permitted, ids)
    expect(restoredItems).toMatchObject([{ status: 'restored', newPath: 'a/scan.tif' }])
    expect(await readFile(opened.at('a/scan.tif'))).toEqual(tiff)
    opened.passTime()
    expect(await found(opened, 1, 1)).toHaveLength(1)
  })
})
