import { describe, expect, test } from 'bun:test'
import { appendFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { moveToTrash } from '../../src/trash/move-to-trash.ts'
import { restoreItems } from '../../src/trash/restore-items.ts'
import { renameFolder } from '../../src/uploads/change-folders.ts'
import { markImages, moveImages } from '../../src/uploads/change-images.ts'
import { TagTable } from '../../src/library/facts/tag-table.ts'
import { foldText } from '../../src/library/order/fold-text.ts'
import { Tree } from '../../src/library/tree/tree.ts'
import { deal, openCollection, permitted } from '../support/collection.ts'
import { picture } from '../support/pictures.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { jpegWithXmp, subjects, xmpPacket } from '../support/xmp.ts'

/** A picture that is different from others, with a description, or spaces in place of one. */
const described = (salt: number, text: string) =>
  jpegWithXmp(
    picture(salt),
    xmpPacket(`xmlns:dc="http://purl.org/dc/elements/1.1/" dc:description="${text}"`),
  )

/** The paths of the pictures that a search finds, in their order. */
const found = async ({ collection }: Opened, search: string, hidden?: boolean) =>
  (await collection.list('', { search, hidden })).images.map(({ path }) => path)

/** A picture that is different from others, with tags. */
const tagged = (salt: number, ...tags: string[]) => jpegWithXmp(picture(salt), subjects(...tags))

/** Runs work on a collection that is closed behind it. */
async function inCollection<T>(
  files: Record<string, Uint8Array>,
  options: { uploadsDir: string },
  work: (opened: Opened) => Promise<T>,
): Promise<T> {
  await using opened = await openCollection(files, options)
  return await work(opened)
}

type Opened = Awaited<ReturnType<typeof openCollection>>

/** The tags in capitals with their counts, once all pictures have been probed. */
async function tagsOf({ collection }: Opened) {
  await collection.summary()
  return Object.fromEntries(
    (await collection.tags()).map(({ tag, imageCount }) => [tag.toUpperCase(), imageCount]),
  )
}

describe('tags', () => {
  const files = {
    'a/1.jpg': tagged(1, 'Anna', 'sea'),
    'a/2.jpg': tagged(2, 'anna'),
    'b/3.jpg': tagged(3, 'Ben', 'sea', 'Été'),
    '4.jpg': picture(4),
  }

  test('are counted whatever their case and accents, of pictures that are not hidden', async () => {
    await using opened = await openCollection(files)
    expect(await tagsOf(opened)).toEqual({ ANNA: 2, SEA: 2, BEN: 1, ÉTÉ: 1 })
    expect((await opened.collection.tags()).map(({ imageCount }) => imageCount)).toEqual([
      2, 2, 1, 1,
    ])
    await opened.collection.changes.run(markImages, permitted, ['b/3.jpg'], { hidden: true })
    expect(await tagsOf(opened)).toEqual({ ANNA: 2, SEA: 1 })
  })

  test('stay with a picture through moves, the trash and a restart, until another takes its place', async () => {
    await using folder = await temporaryFolder()
    const options = { uploadsDir: folder.path }
    const before = await inCollection(files, options, async (opened) => {
      const before = await tagsOf(opened)
      const { changes } = opened.collection
      await changes.run(moveImages, permitted, ['a/1.jpg'], ['c'])
      await changes.run(renameFolder, permitted, 'b', ['c', 'd'])
      const { trashedItems } = await changes.run(moveToTrash, permitted, ['a/2.jpg'], [])
      expect(await tagsOf(opened)).toEqual({ ...before, ANNA: 1 })
      await changes.run(
        restoreItems,
        permitted,
        trashedItems.flatMap(({ id }) => id ?? []),
      )
      expect(await tagsOf(opened)).toEqual(before)
      return before
    })
    await using opened = await openCollection({}, options)
    expect(opened.collection.parts.tree.indexedCount).toBe(4)
    expect(await tagsOf(opened)).toEqual(before)
    await writeFile(opened.at('c/1.jpg'), picture('another'))
    expect(await tagsOf(opened)).toEqual({ ANNA: 1, BEN: 1, SEA: 1, ÉTÉ: 1 })
  })

  test.each([
    ['missing, as that of the version before', (path: string) => rm(path)],
    ['cut off', (path: string) => truncate(path, 7)],
    ['damaged at its end', (path: string) => appendFile(path, 'xyz')],
  ])('are read again where their file is %s, and rounds go on', async (_, damage) => {
    await using folder = await temporaryFolder()
    const options = { uploadsDir: folder.path }
    const [before, first] = await inCollection(files, options, async (opened) => [
      await tagsOf(opened),
      await deal(opened, 1),
    ])
    await damage(join(folder.path, '.photo-frame/tags.bin'))
    await using opened = await openCollection({}, options)
    expect(await tagsOf(opened)).toEqual(before)
    expect([...first, ...(await deal(opened, 3))].toSorted()).toEqual(Object.keys(files).toSorted())
  })
})

describe('a description', () => {
  const files = {
    'a/1.jpg': described(1, 'Été à la mer'),
    'b/mer.jpg': tagged(2, 'mer'),
    'c/3.jpg': described(3, 'By the river Mersey &amp; back'),
  }

  test('is found whatever its case and accents, as names are, and of hidden pictures as they are', async () => {
    await using opened = await openCollection(files)
    await opened.collection.summary()
    expect(await found(opened, 'MER')).toEqual(['a/1.jpg', 'b/mer.jpg', 'c/3.jpg'])
    expect(await found(opened, 'ete a')).toEqual(['a/1.jpg'])
    expect(await found(opened, 'mersey & b')).toEqual(['c/3.jpg'])
    expect(await found(opened, 'jpg été')).toEqual([])
    await opened.collection.changes.run(markImages, permitted, ['a/1.jpg'], { hidden: true })
    expect(await found(opened, 'mer', false)).toEqual(['b/mer.jpg', 'c/3.jpg'])
  })

  test('stays with a picture through moves, the trash and a restart, until another takes its place', async () => {
    await using folder = await temporaryFolder()
    const options = { uploadsDir: folder.path }
    await inCollection(files, options, async (opened) => {
      const { changes } = opened.collection
      await opened.collection.summary()
      await changes.run(renameFolder, permitted, 'a', ['d', 'e'])
      const { trashedItems } = await changes.run(moveToTrash, permitted, ['c/3.jpg'], [])
      expect(await found(opened, 'mersey')).toEqual([])
      const ids = trashedItems.flatMap(({ id }) => id ?? [])
      await changes.run(restoreItems, permitted, ids)
      expect(await found(opened, 'mersey')).toEqual(['c/3.jpg'])
    })
    await using opened = await openCollection({}, options)
    expect(await found(opened, 'ETE')).toEqual(['d/e/1.jpg'])
    await writeFile(opened.at('d/e/1.jpg'), described(4, 'Winter'))
    await opened.collection.summary()
    expect(await found(opened, 'ETE')).toEqual([])
    expect(await found(opened, 'winter')).toEqual(['d/e/1.jpg'])
  })
})

test('a table has what was noted last of each image, also once it is read again', () => {
  const name = fc.constantFrom('Anna', 'ANNA', 'Ben', 'Été', 'ete', '海', 'x'.repeat(200), '👩')
  const step = fc.record({
    image: fc.nat(5),
    tags: fc.array(name, { maxLength: 4 }),
    description: fc.oneof(fc.constant(''), fc.string({ unit: 'grapheme', maxLength: 500 })),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60, size: 'max' }), fc.nat(60), (steps, savedAt) => {
      const tree = new Tree()
      const images = Array.from({ length: 6 }, (_, index) =>
        tree.addImage(tree.root, `${index}.jpg`),
      )
      const truth = new Map<number, { tags: readonly string[]; description: string }>()
      let [table, file] = [new TagTable(), Buffer.alloc(0)]
      const save = () => {
        const { position, bytes } = table.takeUnsaved([tree.root])
        file = Buffer.concat([file.subarray(0, position ?? 0), bytes])
      }
      for (const [index, { image, tags, description }] of steps.entries()) {
        const { serial } = images[image] ?? { serial: 0 }
        table.note(serial, ['before'], 'before')
        table.note(1000, tags, description)
        table.renumber(1000, serial)
        truth.set(serial, { tags, description })
        if (index % 3 === 0) save()
        if (index === savedAt) {
          save()
          table = new TagTable(file)
          expect(table.isComplete).toBeTrue()
          // Without its beginning, as one of another layout.
          expect(new TagTable(file.subarray(4)).isComplete).toBeFalse()
        }
      }
      for (const [serial, { tags, description }] of truth) {
        for (const part of [
          description,
          Array.from(description).slice(1, -1).join(''),
          'nothing',
        ]) {
          const text = foldText(part)
          const isPart = description !== '' && foldText(description).includes(text)
          expect(table.describes(serial, Buffer.from(text))).toBe(isPart)
        }
        for (const tag of ['anna', 'ben', 'ETE', '海', '👩']) {
          const has = tags.some(
            (each) =>
              each.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase() === tag.toLowerCase(),
          )
          expect(table.hasAny(serial, [tag, 'nobody'])).toBe(has)
        }
      }
    }),
  )
})

test('a table does not grow without end', () => {
  const tree = new Tree()
  const { serial } = tree.addImage(tree.root, '1.jpg')
  const other = tree.addImage(tree.root, '2.jpg')
  const table = new TagTable()
  table.note(other.serial, [], 'Other')
  let [length, largest] = [0, 0]
  for (let time = 0; time < 20_000; time += 1) {
    table.note(serial, [`tag ${time}`], `Text ${time}`)
    if (time % 1000 > 0) continue
    const { position, bytes } = table.takeUnsaved([tree.root])
    length = (position ?? 0) + bytes.length
    largest = Math.max(largest, length)
  }
  expect(largest).toBeLessThan(256 * 1024)
  expect(table.hasAny(serial, ['tag 19999'])).toBeTrue()
  expect(table.describes(serial, Buffer.from('TEXT 19999'))).toBeTrue()
  expect(table.describes(other.serial, Buffer.from('OTHER'))).toBeTrue()
})
