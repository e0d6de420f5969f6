import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { chmod, readFile, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { moveImages } from '../../src/uploads/change-images.ts'
import { openStateDir } from '../../src/disk/processes/process-folder.ts'
import { StateFile } from '../../src/store/state-file.ts'
import { FactsLog } from '../../src/library/facts/facts-log.ts'
import { FactsTable } from '../../src/library/facts/facts-table.ts'
import { recordLength } from '../../src/library/facts/facts-record.ts'
import { TagTable } from '../../src/library/facts/tag-table.ts'
import { Tree } from '../../src/library/tree/tree.ts'
import { openCollection, permitted, type OpenedCollection } from '../support/collection.ts'
import { gif, jpeg, picture, pictureOf } from '../support/pictures.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { shortRests } from '../support/time.ts'

let rests: Disposable
beforeAll(() => void (rests = shortRests()))
afterAll(() => rests[Symbol.dispose]())

/** Opens the same collection again and again. */
async function runs(files: Record<string, Uint8Array>) {
  const folder = await temporaryFolder()
  const put = (name: string, content: Uint8Array) => writeFile(join(folder.path, name), content)
  for (const [name, content] of Object.entries(files)) await put(name, content)
  return {
    put,
    at: (path: string) => join(folder.path, path),
    index: join(folder.path, '.photo-frame/images.bin'),
    run: async <T>(work: (opened: OpenedCollection) => Promise<T>): Promise<T> => {
      await using opened = await openCollection({}, { uploadsDir: folder.path })
      return await work(opened)
    },
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  }
}

async function dimensions({ collection }: OpenedCollection) {
  const { images } = await collection.list('')
  return Object.fromEntries(images.map((image) => [image.name, image.dimensions]))
}

/** Waits until every image has been probed in the background. */
async function indexed({ collection }: OpenedCollection): Promise<void> {
  while (collection.parts.tree.indexedCount < collection.counts().totalImages) await Bun.sleep(20)
}

const shape = { width: 40, height: 30 }
const other = { width: 30, height: 40 }
const files = {
  'one.jpg': jpeg({ ...shape, orientation: 6 }),
  'two.png': pictureOf.png(shape),
  'three.gif': pictureOf.gif(shape),
  'four.webp': pictureOf.webp(shape),
  'text.jpg': Buffer.from('no picture'),
  'zero.gif': gif({ width: 0, height: 3 }),
}
const none = { width: 0, height: 0 }
const expected = {
  'one.jpg': other,
  'two.png': shape,
  'three.gif': shape,
  'four.webp': shape,
  'text.jpg': none,
  'zero.gif': none,
}

describe('the index', () => {
  test('is filled in the background, unreadable files counted, and counts what comes and goes', async () => {
    await using place = await runs(files)
    if (process.getuid?.() !== 0) await chmod(place.at('two.png'), 0)
    await place.run(async (opened) => {
      expect(opened.collection.parts.tree.indexedCount).toBe(0)
      await indexed(opened)
      expect(opened.collection.parts.tree.indexedCount).toBe(6)
      await opened.upload('', { name: 'new.jpg', content: picture('new') })
      expect(opened.collection.parts.tree.indexedCount).toBe(7)
      for (const name of ['text.jpg', 'one.jpg']) await rm(place.at(name))
      opened.passTime()
      await opened.collection.list('')
      expect(opened.collection.parts.tree.indexedCount).toBe(5)
    })
  })
})

describe('after a restart', () => {
  test('everything is known again, and no file is read again that has not changed', async () => {
    await using place = await runs(files)
    const copied = new Date('2025-03-01T12:00:00Z')
    await utimes(place.at('one.jpg'), copied, copied)
    await place.run(dimensions)
    // Who reads this file again finds another picture in it.
    await place.put('one.jpg', jpeg({ width: 7, height: 9, orientation: 6 }))
    await utimes(place.at('one.jpg'), copied, copied)
    await place.run(async (opened) => {
      expect(opened.collection.parts.tree.indexedCount).toBe(6)
      expect(await dimensions(opened)).toEqual(expected)
      const { unreadable } = await opened.collection.summary()
      expect(unreadable.map(({ path }) => path).toSorted()).toEqual(['text.jpg', 'zero.gif'])
    })
  })

  test('what was replaced meanwhile is read again', async () => {
    await using place = await runs(files)
    await place.run(dimensions)
    await place.put('one.jpg', jpeg({ width: 7, height: 9, salt: 'longer' }))
    await place.put('text.jpg', picture('no text any more'))
    await place.run(async (opened) => {
      expect(await dimensions(opened)).toEqual({
        ...expected,
        'one.jpg': { width: 7, height: 9 },
        'text.jpg': { width: 4, height: 3 },
      })
    })
  })

  test('a picture that was moved is not read again, nor what took its place mistaken for it', async () => {
    await using place = await runs(files)
    const copied = new Date('2025-03-01T12:00:00Z')
    await utimes(place.at('one.jpg'), copied, copied)
    await place.run(async (opened) => {
      await dimensions(opened)
      await opened.collection.changes.run(moveImages, permitted, ['one.jpg'], ['moved'])
    })
    const unlike = jpeg({ width: 7, height: 9, orientation: 6 })
    for (const path of ['moved/one.jpg', 'one.jpg']) {
      await place.put(path, unlike)
      await utimes(place.at(path), copied, copied)
    }
    await place.run(async ({ collection }) => {
      expect(collection.parts.tree.indexedCount).toBe(6)
      const [moved] = (await collection.list('moved')).images
      expect(moved?.dimensions).toEqual(other)
      const listed = (await collection.list('')).images
      expect(listed.find(({ name }) => name === 'one.jpg')?.dimensions).toEqual({
        width: 9,
        height: 7,
      })
    })
  })

  test('only what has changed was written', async () => {
    await using place = await runs(files)
    await place.run(dimensions)
    expect((await stat(place.index)).size).toBe(6 * recordLength)
    await place.run(async (opened) => {
      await opened.upload('', { name: 'new.jpg', content: picture('new') })
    })
    expect((await stat(place.index)).size).toBe(7 * recordLength)
    await place.run(dimensions)
    expect((await stat(place.index)).size).toBe(7 * recordLength)
  })

  test('the index does not grow without end', async () => {
    await using folder = await temporaryFolder()
    const own = await openStateDir(folder.path, join(folder.path, 'uploads'))
    const [file, tags] = [new StateFile(own, 'images.bin'), new StateFile(own, 'tags.bin')]
    const log = new FactsLog(file, tags)
    const tree = new Tree()
    const image = tree.addImage(tree.root, 'one.jpg')
    for (let size = 0; size < 1500; size += 1) {
      tree.noteFacts(image, { size, mtimeMs: 0 }, 'damaged or incomplete')
      await log.save(tree)
    }
    expect((await file.read())?.length).toBeLessThan(1100 * recordLength)
    const next = new FactsLog(file, tags)
    const { saved, tags: known } = await next.read()
    const again = new Tree({ tags: known })
    again.recall(
      (image) => saved.restore(image),
      1,
      () => again.addImage(again.root, 'one.jpg'),
    )
    expect(again.root.images.get('one.jpg')).toMatchObject({ size: 1499, serial: image.serial })
    await own.release()
  })
})

describe('an index of more than 1,000 pictures', () => {
  const names = Array.from({ length: 1100 }, (_, index) => `${index}.jpg`)
  /** What an index knows of pictures that come in some order. */
  const knownOf = (saved: FactsTable, inOrder: readonly string[]) => {
    const tree = new Tree({ tags: new TagTable(new TagTable().takeUnsaved([]).bytes) })
    tree.recall(
      (image) => saved.restore(image),
      1,
      () => tree.addImages(tree.root, inOrder),
    )
    return inOrder.map((name) => tree.root.images.get(name)?.size)
  }
  /** An index in which the size of each picture is its number. */
  async function savedIndex() {
    const folder = await temporaryFolder()
    const own = await openStateDir(folder.path, join(folder.path, 'uploads'))
    const [file, tags] = [new StateFile(own, 'images.bin'), new StateFile(own, 'tags.bin')]
    const log = new FactsLog(file, tags)
    const tree = new Tree()
    for (const [size, name] of names.entries()) {
      tree.noteFacts(tree.addImage(tree.root, name), { size, mtimeMs: 0 }, 'damaged or incomplete')
    }
    await log.save(tree)
    return {
      tree,
      save: () => log.save(tree),
      read: async () => (await file.read()) ?? Buffer.alloc(0),
      [Symbol.asyncDispose]: async () => {
        await own.release()
        await folder[Symbol.asyncDispose]()
      },
    }
  }

  test('knows each in whatever order they come, and none that is new', async () => {
    await using index = await savedIndex()
    const saved = new FactsTable(await index.read())
    expect(saved.lastSerial).toBe(1100)
    const some = names.filter((_, number) => number % 3 > 0)
    for (const order of [names, names.toReversed(), some, ['new.jpg', ...names]]) {
      const sizes = order.map((name) => (name === 'new.jpg' ? -1 : names.indexOf(name)))
      expect(knownOf(saved, order)).toEqual(sizes)
    }
  })

  test('knows what was changed, added and removed after it was written at once', async () => {
    await using index = await savedIndex()
    const { tree } = index
    const [changed, removed] = [
      tree.addImage(tree.root, '7.jpg'),
      tree.addImage(tree.root, '8.jpg'),
    ]
    const facts = { size: 7000, mtimeMs: 0 }
    tree.noteFacts(changed, facts, 'damaged or incomplete')
    tree.noteFacts(tree.addImage(tree.root, 'new.jpg'), facts, 'damaged or incomplete')
    tree.removeImage(removed)
    const { length } = await index.read()
    await index.save()
    const bytes = await index.read()
    expect(bytes.length).toBe(length + 3 * recordLength)
    const order = ['6.jpg', '7.jpg', 'new.jpg', '8.jpg', '9.jpg']
    expect(knownOf(new FactsTable(bytes), order)).toEqual([6, 7000, 7000, -1, 9])
  })

  test('that is damaged never turns a picture into another', async () => {
    await using index = await savedIndex()
    const whole = await index.read()
    for (let at = 0; at < whole.length; at += 331) {
      const damaged = Buffer.from(whole)
      damaged[at] = (damaged[at] ?? 0) ^ 4
      const known = knownOf(new FactsTable(damaged), names)
      const wrong = known.filter((size, number) => size !== number)
      expect(wrong).toEqual(at < recordLength ? [] : [-1])
    }
    const cut = whole.subarray(0, 500 * recordLength)
    expect(knownOf(new FactsTable(cut), names).filter((size) => size !== -1)).toHaveLength(499)
  })
})

describe('a damaged index', () => {
  test('never turns a picture into another: each wrong bit only has one probed again', async () => {
    await using place = await runs(files)
    await place.run(dimensions)
    const whole = await readFile(place.index)
    const intact = (bytes: Uint8Array) => new FactsTable(bytes)
    expect(intact(whole).intactCount).toBe(6)
    for (let bit = 0; bit < 8 * whole.length; bit += 1) {
      const damaged = Buffer.from(whole)
      damaged[bit >> 3] = (damaged[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      expect(intact(damaged).intactCount).toBe(5)
    }
  })

  test.each<[string, (path: string) => Promise<unknown>]>([
    ['missing', (path) => rm(path)],
    ['empty', (path) => truncate(path)],
    ['cut off', async (path) => truncate(path, 100)],
    ['full of other bytes', async (path) => writeFile(path, Buffer.alloc(300, 0xff))],
    ['full of zeros', async (path) => writeFile(path, Buffer.alloc(4400))],
  ])('that is %s is rebuilt', async (_, damage) => {
    await using place = await runs(files)
    await place.run(dimensions)
    await damage(place.index)
    await place.run(async (opened) => {
      expect(opened.collection.parts.tree.indexedCount).toBeLessThan(6)
      expect(await dimensions(opened)).toEqual(expected)
    })
    await place.run(async (opened) => {
      expect(opened.collection.parts.tree.indexedCount).toBe(6)
      expect(await dimensions(opened)).toEqual(expected)
    })
  })
})

test('an index of another layout is made anew, and not grown', async () => {
  await using place = await runs(files)
  await place.run(dimensions)
  const { size } = await stat(place.index)
  // The records of a layout with one more fact are as long, and have another checksum.
  const bytes = await readFile(place.index)
  for (let at = recordLength - 4; at < bytes.length; at += recordLength) bytes.writeUInt32LE(1, at)
  await writeFile(place.index, bytes)
  await place.run(async (opened) => {
    expect(opened.collection.parts.tree.indexedCount).toBe(0)
    expect(await dimensions(opened)).toEqual(expected)
  })
  expect((await stat(place.index)).size).toBe(size)
  await place.run(async (opened) => expect(opened.collection.parts.tree.indexedCount).toBe(6))
})
