import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { DiskCache } from '../../src/disk/rendition-cache.ts'
import { Renditions } from '../../src/pixels/renditions.ts'
import type { Requester } from '../../src/pixels/requesters.ts'
import { pictureFormats } from '../../src/formats/picture-formats.ts'
import { sourceOf } from '../support/byte-source.ts'
import { codeOf, somebody } from '../support/collection.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { insertAt, segment } from '../support/orientation.ts'
import { noise, quadrants } from '../support/pixels.ts'

const png = quadrants(60, 40)

interface Options {
  content?: Uint8Array
  type?: 'jpg' | 'png' | 'webp'
  concurrency?: number
  cacheSize?: number
  memory?: () => number
  /** Called when work on a picture begins. */
  onOpen?: () => void
}

/** A renditions that counts how many pictures are worked on, and at once. */
async function openStudio(options: Options = {}) {
  const { content = png, type = 'png', concurrency = 1, cacheSize = 1e6 } = options
  const folder = await temporaryFolder()
  const cache = new DiskCache(join(folder.path, 'kept'), cacheSize)
  const counts = { made: 0, now: 0, most: 0, kept: 0 }
  const { memory = () => 1e9 } = options
  const put = cache.put.bind(cache)
  cache.put = async (key, bytes) => {
    counts.now -= 1
    counts.kept += 1
    await put(key, bytes)
  }
  const renditions = new Renditions({
    cache,
    recentBytes: cacheSize,
    concurrency,
    memoryLeft: memory,
    decoder: undefined,
    journal: { run: (_, decode) => decode() },
  })
  const ask = async (width: number, path = 'a.png', requester: Requester = somebody()) => {
    const body = new Blob([new Uint8Array(content)])
    const open = async () => {
      counts.made += 1
      options.onOpen?.()
      counts.now += 1
      counts.most = Math.max(counts.most, counts.now)
      const nothing = async () => undefined
      const file = { mtimeMs: 1, inode: 1, descriptor: -1, mode: 0o644, body }
      return {
        ...sourceOf(content),
        ...file,
        readThrough: nothing,
        [Symbol.dispose]: nothing,
        release: nothing,
      }
    }
    const header = await pictureFormats.readHeader(sourceOf(content))
    const { width: whole = 0, height = 0 } = typeof header === 'string' ? {} : header
    const hash = Bun.hash.crc32(path)
    const facts = { type, hash, size: content.length, mtimeMs: 1, width: whole, height }
    const made = await renditions
      .rendition(path, facts, { width }, open, () => undefined)
      .load(() => requester)
    return Buffer.from(made instanceof Blob ? await made.bytes() : made)
  }
  const whenIdle = () => renditions.whenIdle()
  return { ask, counts, whenIdle, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() }
}

test('who browses waits behind frames, however often the same size was asked for', async () => {
  await using renditions = await openStudio()
  const phone = { client: 'a house', isBrowsing: true }
  const frame = { client: 'a house' }
  for (const path of ['known1.png', 'known2.png']) await renditions.ask(20, path, phone)
  await renditions.ask(30, 'known.png', frame)
  const order: string[] = []
  const ask = async (path: string, width: number, requester: Requester) => {
    await renditions.ask(width, path, requester)
    order.push(path)
  }
  const thumbnails = ['t1.png', 't2.png', 't3.png', 't4.png'].map((path) => ask(path, 20, phone))
  await Promise.all([...thumbnails, ask('usual.png', 30, frame), ask('new.png', 31, frame)])
  // One is being made while the frame asks.
  expect(order.slice(0, 3).toSorted()).toEqual(['new.png', 't1.png', 'usual.png'])
})

test('other work gives way to a picture for a frame, and not to one for somebody who browses', async () => {
  const kept: Promise<number>[] = []
  await using renditions = await openStudio({
    onOpen: () => {
      const giveWay = renditions.whenIdle()
      kept.push(giveWay.then(() => renditions.counts.kept))
    },
  })
  await renditions.ask(20, 'a.png', { client: 'a house' })
  await renditions.ask(20, 'b.png', { client: 'a house', isBrowsing: true })
  expect(await Promise.all(kept)).toEqual([1, 1])
})

test('what is asked for twenty times at once is made once, and anew only without a cache', async () => {
  await using renditions = await openStudio()
  const all = await Promise.all(Array.from({ length: 20 }, () => renditions.ask(20)))
  expect(all.every((one) => one.equals(all[0] ?? Buffer.alloc(0)))).toBeTrue()
  await renditions.ask(20)
  expect(renditions.counts.made).toBe(1)
  await Promise.all([renditions.ask(21), renditions.ask(20, 'b.png')])
  expect(renditions.counts.made).toBe(3)
  await using without = await openStudio({ cacheSize: 0 })
  for (let time = 0; time < 2; time += 1) await without.ask(20)
  expect(without.counts.made).toBe(2)
})

test.each([1, 2, 3])('%d pictures are decoded at a time, not more', async (concurrency) => {
  await using renditions = await openStudio({ concurrency, content: noise(300, 300) })
  await Promise.all(Array.from({ length: 9 }, (_, index) => renditions.ask(100 + index)))
  expect(renditions.counts).toMatchObject({ made: 9, now: 0, most: concurrency })
})

test('one that fails holds up nobody, and is tried again', async () => {
  await using renditions = await openStudio({ content: png.subarray(0, 50) })
  for (let time = 0; time < 3; time += 1) {
    expect(await codeOf(renditions.ask(20))).toBe('INVALID_REQUEST')
  }
})

test('what nobody waits for any more is not made, or not to its end', async () => {
  await using renditions = await openStudio({ content: noise(300, 300) })
  const controller = new AbortController()
  const gone = { client: 'a', signal: controller.signal }
  const asked = Array.from({ length: 40 }, (_, index) => renditions.ask(index + 10, 'a', gone))
  const settled = Promise.allSettled(asked)
  const stays = renditions.ask(49, 'a', { client: 'b' })
  await Bun.sleep(0)
  controller.abort()
  await Promise.all([settled, stays])
  expect(renditions.counts.made).toBeLessThan(5)
  const late = new AbortController()
  const onOpen = () => late.abort()
  await using begun = await openStudio({ content: noise(300, 300), onOpen })
  await begun.ask(200, 'a', { client: 'a', signal: late.signal }).catch(() => undefined)
  await begun.ask(200, 'b')
  expect(begun.counts).toMatchObject({ made: 2, kept: 1 })
})

test('more than can wait are told to ask again, and none of them is half made', async () => {
  await using renditions = await openStudio({ content: noise(300, 300) })
  const asked = Array.from({ length: 100 }, (_, index) => codeOf(renditions.ask(index + 10)))
  const codes = await Promise.all(asked)
  expect(new Set(codes)).toEqual(new Set([undefined, 'BUSY']))
  expect(codes.filter((code) => code === undefined)).toHaveLength(renditions.counts.made)
  expect(await codeOf(renditions.ask(109))).toBeUndefined()
})

test('a client with few wishes is not refused for one with many', async () => {
  await using renditions = await openStudio({ content: noise(300, 300) })
  const many = Array.from({ length: 100 }, (_, index) =>
    codeOf(renditions.ask(index + 10, 'a.png', { client: 'a' })),
  )
  await Bun.sleep(0)
  expect(await codeOf(renditions.ask(200, 'a.png', { client: 'b' }))).toBeUndefined()
  expect(await Promise.all(many)).toContain('BUSY')
})

test.each([
  ['2000 × 1500 is refused for 16 MB', 2000, 1500, 16e6, 1, 'INVALID_REQUEST'],
  ['60 × 40 is not', 60, 40, 16e6, 1, undefined],
  ['1000 × 1000 is made in 20 MB', 1000, 1000, 20e6, 1, undefined],
  ['1000 × 1000 is refused for 20 MB of four', 1000, 1000, 20e6, 4, 'INVALID_REQUEST'],
])('a picture of %s', async (_, width, height, left, concurrency, code) => {
  const options = { content: quadrants(width, height), memory: () => left, concurrency }
  await using renditions = await openStudio(options)
  expect<string | undefined>(await codeOf(renditions.ask(20))).toBe(code)
})

test('a JPEG of one scan needs little memory, one of many scans as much as it has pixels', async () => {
  const picture = new Bun.Image(quadrants(2000, 1500))
  const baseline = await picture.jpeg().bytes()
  const progressive = await picture.jpeg({ progressive: true }).bytes()
  const memory = () => 12e6
  await using small = await openStudio({ content: baseline, type: 'jpg', memory })
  expect(await codeOf(small.ask(100))).toBeUndefined()
  expect(await codeOf(small.ask(2000))).toBe('INVALID_REQUEST')
  for (const content of [progressive, withPreviews(progressive)]) {
    await using large = await openStudio({ content, type: 'jpg', memory })
    expect(await codeOf(large.ask(100))).toBe('INVALID_REQUEST')
  }
  await using other = await openStudio({ content: withPreviews(baseline), type: 'jpg', memory })
  expect(await codeOf(other.ask(100))).toBeUndefined()
})

/** Puts 200 KB of other segments before the picture, as cameras do. */
const withPreviews = (jpeg: Uint8Array) =>
  insertAt(jpeg, 2, ...Array.from({ length: 4 }, () => segment(0xe2, Buffer.alloc(49_998))))
