import { expect, test } from 'bun:test'
import { AppError } from '../../src/errors.ts'
import { Disk } from '../../src/disk/disk.ts'
import { DiskError } from '../../src/disk/file-system-error.ts'
import { Prober } from '../../src/library/prober.ts'
import { Tree } from '../../src/library/tree/tree.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { picture } from '../support/pictures.ts'

/** A prober of some pictures that counts how many of them are opened, and at once. */
async function openProber(count: number) {
  const folder = await temporaryFolder()
  const names = Array.from({ length: count }, (_, index) => `${index}.jpg`)
  for (const name of names) await Bun.write(`${folder.path}/${name}`, picture(name))
  const disk = await Disk.open(folder.path)
  const opened = { all: 0, now: 0, most: 0 }
  const open = disk.openFile.bind(disk)
  const refused = new Map<string, string | undefined>()
  disk.openFile = async (path) => {
    const code = refused.get(path)
    const cause = code && new DiskError(code, 'refused')
    if (cause) throw new AppError('FILE_SYSTEM_ERROR', undefined, { cause })
    opened.all += 1
    opened.now += 1
    opened.most = Math.max(opened.most, opened.now)
    const file = await open(path)
    const dispose = () => {
      opened.now -= 1
      file?.release()
    }
    return file && { ...file, [Symbol.dispose]: dispose }
  }
  const tree = new Tree()
  tree.addImages(tree.root, names)
  const images = [...tree.root.images.values()]
  const told: unknown[] = []
  return {
    prober: new Prober(tree, disk, (error) => told.push(error)),
    told,
    tree,
    images,
    opened,
    /** Has the disk refuse a file with a code of the system, or give it again. */
    refuse: (path: string, code: string | undefined) => refused.set(path, code),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  }
}

test('a file is looked at once, however many ask for it at once', async () => {
  await using place = await openProber(3)
  const { prober, images, opened } = place
  const looks = images.flatMap((image) =>
    Array.from({ length: 20 }, (_, index) =>
      index % 2 === 0 ? prober.probe(image) : prober.probeAll([image]),
    ),
  )
  expect(new Set(await Promise.all(looks))).toEqual(new Set([true, undefined]))
  expect(opened.all).toBe(3)
  expect(images.map(({ width }) => width)).toEqual([4, 4, 4])
})

test('of many files a few are open at a time, whoever asks', async () => {
  await using place = await openProber(200)
  const { prober, images, opened } = place
  await Promise.all(images.map((image) => prober.probeAll([image])))
  expect(opened.all).toBe(200)
  expect(opened.most).toBeLessThanOrEqual(8)
})

test('a single one does not wait for many', async () => {
  await using place = await openProber(200)
  const { prober, images, opened } = place
  const all = prober.probeAll(images)
  await Bun.sleep(0)
  const last = images.at(-1)
  expect(last && (await prober.probe(last))).toBeTrue()
  expect(opened.all).toBeLessThan(100)
  await all
})

test('a picture that another program locks, and one on a mount that has died, keep no other', async () => {
  for (const code of ['EBUSY', 'ENOTCONN', 'EOPNOTSUPP']) {
    await using place = await openProber(3)
    const { prober, images, refuse } = place
    refuse('1.jpg', code)
    await prober.probeAll(images)
    expect(images.map(({ isReadable }) => isReadable)).toEqual([true, false, true])
    refuse('1.jpg', undefined)
    await prober.probeAll(images)
    expect(images.map(({ isReadable }) => isReadable)).toEqual([true, true, true])
  }
})

test('a folder of thousands of files that nobody may read does not flood the log', async () => {
  await using place = await openProber(200)
  const { prober, images, told, refuse } = place
  for (const { name } of images) refuse(name, 'EACCES')
  for (let pass = 0; pass < 2; pass += 1) await prober.probeAll(images)
  expect(images.every(({ isReadable }) => !isReadable)).toBeTrue()
  expect(told.length).toBeWithin(1, 20)
})

test('a file that nobody may read is noted once, as what is noted is written to the disk', async () => {
  await using place = await openProber(2)
  const { prober, images, tree, refuse } = place
  refuse('0.jpg', 'EACCES')
  await prober.probeAll(images)
  tree.unsaved.clear()
  await prober.probeAll(images)
  expect(tree.unsaved.size).toBe(0)
})
