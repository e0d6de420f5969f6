import { describe, expect, test } from 'bun:test'
import { mkdir, readdir, rm, statfs, truncate, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DiskCache } from '../../src/disk/rendition-cache.ts'
import { lacks } from '../support/programs.ts'
import { smallDisk, temporaryFolder } from '../support/temporary.ts'
import { openCollection, somebody } from '../support/collection.ts'
import { picture } from '../support/pictures.ts'
import { quadrants } from '../support/pixels.ts'

const bytes = (length: number, fill = 1) => new Uint8Array(length).fill(fill)

async function openCache(size = 1000) {
  const folder = await temporaryFolder()
  const path = join(folder.path, 'kept')
  return {
    path,
    cache: new DiskCache(path, size),
    reopen: (other = size) => new DiskCache(path, other),
    names: () => readdir(path),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  }
}

const has = async (cache: DiskCache, ...keys: string[]) => {
  const found: string[] = []
  for (const key of keys) if ((await cache.get(key)) !== undefined) found.push(key)
  return found
}

test('what was put is got, also after a restart', async () => {
  await using opened = await openCache()
  const { cache, reopen } = opened
  expect(await cache.get('a')).toBeUndefined()
  await cache.put('a', bytes(10))
  for (const each of [cache, reopen()]) {
    expect(Buffer.from((await each.get('a')) ?? []).equals(bytes(10))).toBeTrue()
  }
})

/** Once to be known, and once more to displace others. */
async function putTwice(cache: DiskCache, key: string, content: Uint8Array) {
  await cache.put(key, content)
  await cache.put(key, content)
}

describe('where there is no room for all', () => {
  test('what is wanted once displaces nothing, however much there is of it', async () => {
    await using opened = await openCache()
    const { cache, names } = opened
    for (const key of ['a', 'b']) await cache.put(key, bytes(400))
    const before = await names()
    for (let index = 0; index < 300; index += 1) await cache.put(`once ${index}`, bytes(400))
    expect(await has(cache, 'a', 'b')).toEqual(['a', 'b'])
    expect(await names()).toEqual(before)
  })

  test('what is large displaces few that are in use, however often all of it is asked for', async () => {
    await using opened = await openCache()
    const { cache } = opened
    const small = Array.from({ length: 20 }, (_, index) => `small ${index}`)
    for (const key of small) await cache.put(key, bytes(50))
    for (let time = 0; time < 5; time += 1) {
      for (let index = 0; index < 40; index += 1) await cache.put(`large ${index}`, bytes(400))
    }
    expect(await has(cache, ...small)).toEqual(small)
    for (let time = 0; time < 3; time += 1) await cache.put('large 0', bytes(400))
    expect(await has(cache, 'large 0', ...small)).toEqual(['large 0', ...small.slice(8)])
  })

  test('what is large displaces small ones that nobody has asked for in a month', async () => {
    await using opened = await openCache()
    const { cache, path, names, reopen } = opened
    for (let index = 0; index < 20; index += 1) await cache.put(`small ${index}`, bytes(50))
    const long = new Date(Date.now() - 31 * 24 * 60 * 60_000)
    for (const name of await names()) await utimes(join(path, name), long, long)
    const later = reopen()
    await putTwice(later, 'large', bytes(400))
    expect(await has(later, 'large')).toEqual(['large'])
  })

  test.each<[string, (cache: DiskCache) => unknown]>([
    ['read', (cache) => cache.get('a')],
    ['used without being read', (cache) => cache.touch('a')],
  ])('the least recently %s go first, after a restart too', async (_, use) => {
    for (const isRestarted of [false, true]) {
      await using opened = await openCache()
      const { cache, names, reopen } = opened
      for (const key of ['a', 'b']) await cache.put(key, bytes(400))
      const long = new Date(Date.now() - 60_000)
      for (const name of await names()) await utimes(join(opened.path, name), long, long)
      const used = isRestarted ? reopen() : cache
      await used.get('none')
      await use(used)
      if (isRestarted) await Bun.sleep(50)
      const later = isRestarted ? reopen() : cache
      await putTwice(later, 'c', bytes(400))
      expect(await has(later, 'a', 'b', 'c')).toEqual(['a', 'c'])
      expect((await names()).length).toBe(2)
    }
  })

  test('one that is larger than all the room is not kept, and a smaller room keeps what fits', async () => {
    await using opened = await openCache()
    const { cache, names, reopen } = opened
    for (const key of ['a', 'b']) await cache.put(key, bytes(400))
    await cache.put('c', bytes(1001))
    expect(await has(cache, 'a', 'b', 'c')).toEqual(['a', 'b'])
    expect((await has(reopen(500), 'a', 'b')).length).toBe(1)
    expect((await names()).length).toBe(1)
    const none = reopen(0)
    await none.put('c', bytes(1))
    expect(await has(none, 'a', 'b', 'c')).toEqual([])
    expect(await names()).toEqual([])
  })
})

const damage: Record<string, (path: string) => Promise<void>> = {
  changed: (path) => writeFile(path, bytes(400, 2)),
  truncated: (path) => truncate(path, 100),
  emptied: (path) => truncate(path, 0),
  deleted: (path) => rm(path),
  'made a folder': async (path) => {
    await rm(path)
    await mkdir(path)
  },
  'deleted with its folder': (path) => rm(dirname(path), { recursive: true }),
}
test.each(Object.keys(damage))(
  'a damaged cache has nothing where a file was %s, and keeps it anew',
  async (how) => {
    await using opened = await openCache()
    const { cache, path, names, reopen } = opened
    await cache.put('a', bytes(400))
    for (const name of await names()) await damage[how]?.(join(path, name))
    for (const each of [cache, reopen()]) expect(await each.get('a')).toBeUndefined()
    if (how === 'made a folder') return
    await cache.put('a', bytes(400))
    expect(await has(cache, 'a')).toEqual(['a'])
  },
)

test('a damaged cache makes no folders above its own, where a disk may have been unmounted', async () => {
  await using opened = await openCache()
  const { cache, path } = opened
  await cache.put('a', bytes(400))
  await rm(join(path, '..'), { recursive: true })
  await cache.put('b', bytes(400))
  expect(await readdir(join(path, '..')).catch(() => 'gone')).toBe('gone')
})

test('a damaged cache leaves alone what is not its own, but for what it did not finish', async () => {
  await using opened = await openCache()
  const { cache, path, names, reopen } = opened
  await cache.put('a', bytes(400))
  const [name = ''] = await names()
  await writeFile(join(path, `${name}.new`), 'x')
  await writeFile(join(path, 'mine.new'), 'x')
  await mkdir(join(path, 'folder.new'))
  expect(await has(reopen(), 'a')).toEqual(['a'])
  expect((await names()).toSorted()).toEqual([name, 'folder.new', 'mine.new'].toSorted())
})

test('a cache that can not be written does no harm', async () => {
  await using folder = await temporaryFolder()
  await writeFile(join(folder.path, 'file'), 'x')
  const options = { cacheDir: join(folder.path, 'file') }
  await using opened = await openCollection({ 'a.png': quadrants(60, 40) }, options)
  for (let time = 0; time < 2; time += 1) {
    const file = await opened.collection.parts.opener.open('a.png', { width: 20 })
    const made = await file?.load(somebody)
    expect(made instanceof Blob ? made.size : made?.length).toBeGreaterThan(0)
    await file?.release?.()
  }
  expect(await Bun.file(options.cacheDir).text()).toBe('x')
})

describe.skipIf(lacks('mount'))('on a disk that is nearly full', () => {
  const mebibyte = 1024 ** 2

  /** A disk of 16 MiB with a cache on it that could take all of it. */
  async function openDisk(minFree?: number) {
    const disk = await smallDisk(16 * mebibyte)
    await disk.mount()
    const cache = new DiskCache(join(disk.path, 'kept'), 64 * mebibyte, minFree)
    const free = async () => {
      const { bavail, bsize } = await statfs(disk.path)
      return bavail * bsize
    }
    return { path: disk.path, cache, free, [Symbol.asyncDispose]: disk[Symbol.asyncDispose] }
  }

  test.each([
    ['as much as was told', 4 * mebibyte, 4 * mebibyte],
    ['5 % where nothing was told', undefined, 0.05 * 16 * mebibyte],
  ])('%s stays free', async (_, minFree, left) => {
    await using disk = await openDisk(minFree)
    for (let index = 0; index < 40; index += 1) {
      await putTwice(disk.cache, `${index}`, bytes(mebibyte / 2))
    }
    expect(await disk.free()).toBeGreaterThanOrEqual(left)
    expect(await disk.free()).toBeLessThan(left + 2 * mebibyte)
    expect((await has(disk.cache, '38', '39')).length).toBe(2)
    // What others need is given back as soon as the cache is used again.
    await writeFile(join(disk.path, 'other'), bytes(left))
    await disk.cache.put('next', bytes(100))
    expect(await disk.free()).toBeGreaterThanOrEqual(left)
  })

  test('an upload takes the place of renditions, the least recently used first', async () => {
    await using disk = await openDisk(0)
    const cacheDir = join(disk.path, 'kept')
    for (let index = 0; index < 40; index += 1)
      await disk.cache.put(`${index}`, bytes(mebibyte / 2))
    expect(await disk.free()).toBeLessThan(mebibyte)
    await using opened = await openCollection({}, { uploadsDir: disk.path, cacheDir })
    const content = Buffer.concat([picture('large'), bytes(8 * mebibyte)])
    const { uploadedFiles } = await opened.upload('', { name: 'large.jpg', content })
    expect(uploadedFiles).toMatchObject([{ path: 'large.jpg', size: content.length }])
    expect((await readdir(cacheDir)).length).toBeGreaterThan(0)
  })
})
