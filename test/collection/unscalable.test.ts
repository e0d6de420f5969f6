import { describe, expect, test } from 'bun:test'
import {
  codeOf,
  deal,
  openCollection,
  somebody,
  type OpenedCollection,
} from '../support/collection.ts'
import { insertAt } from '../support/orientation.ts'
import { chunk, noise, quadrants } from '../support/pixels.ts'
import { temporaryFolder } from '../support/temporary.ts'

const good = quadrants(24, 16)
/** Its header says that only Apple's own decoder can take it. */
const fromApple = insertAt(good, 8, chunk('CgBI', Buffer.of(0x50, 0, 0x20, 2)))
/** Its header is fine, but half of its pixels are missing. */
const cutOff = noise(40, 40).subarray(0, 900)

const small = { width: 8 }

/** The names of pictures that are picked for renditions. */
async function pickScaled({ collection }: OpenedCollection, count: number): Promise<string[]> {
  const names: string[] = []
  for (let time = 0; time < count; time += 1)
    names.push((await collection.pick({ isScaled: true })).path)
  return names
}

async function scale({ collection }: OpenedCollection, path: string) {
  return codeOf(async () => (await collection.parts.opener.open(path, small))?.load(somebody))
}

const unreadable = async ({ collection }: OpenedCollection) =>
  (await collection.summary()).unreadable

describe('a picture that can not be scaled, by its header', () => {
  test('is named, passed over for who asks for a size, and given to everybody else', async () => {
    await using opened = await openCollection({ 'a.png': good, 'b.png': fromApple })
    expect(await pickScaled(opened, 4)).toEqual(Array.from({ length: 4 }, () => 'a.png'))
    expect((await deal(opened, 2)).toSorted()).toEqual(['a.png', 'b.png'])
    const error = "can't be scaled: Apple's variant of PNG (CgBI)"
    expect(await unreadable(opened)).toEqual([{ path: 'b.png', error }])
  })

  test('is an invalid request where it is the only one, until another one has its place', async () => {
    await using opened = await openCollection({ 'b.png': fromApple })
    expect(await codeOf(() => opened.collection.pick({ isScaled: true }))).toBe('INVALID_REQUEST')
    expect(await scale(opened, 'b.png')).toBe('INVALID_REQUEST')
    expect((await opened.collection.pick({})).path).toBe('b.png')
    await opened.put('b.png', good)
    expect(await scale(opened, 'b.png')).toBeUndefined()
    expect(await pickScaled(opened, 1)).toEqual(['b.png'])
    expect(await unreadable(opened)).toEqual([])
  })
})

describe('a picture that failed to scale', () => {
  const files = { 'a.png': good, 'cut.png': cutOff }

  test('is named, and passed over from then on for who asks for a size', async () => {
    await using opened = await openCollection(files)
    expect((await pickScaled(opened, 2)).toSorted()).toEqual(['a.png', 'cut.png'])
    expect(await unreadable(opened)).toEqual([])
    expect(await scale(opened, 'cut.png')).toBe('INVALID_REQUEST')
    expect(await pickScaled(opened, 4)).toEqual(Array.from({ length: 4 }, () => 'a.png'))
    const error = "can't be scaled: its data is damaged"
    expect(await unreadable(opened)).toEqual([{ path: 'cut.png', error }])
  })

  test('is tried again when it has changed', async () => {
    await using opened = await openCollection(files)
    await scale(opened, 'cut.png')
    await opened.put('cut.png', noise(40, 40))
    expect(await scale(opened, 'cut.png')).toBeUndefined()
    expect(await unreadable(opened)).toEqual([])
  })

  test('is not held against the picture that has taken its place meanwhile', async () => {
    await using opened = await openCollection(files)
    const file = await opened.collection.parts.opener.open('cut.png', small)
    await opened.put('cut.png', good)
    await opened.collection.parts.opener.open('cut.png', small)
    expect(await codeOf(async () => file?.load(somebody))).toBe('IMAGE_NOT_FOUND')
    expect(await unreadable(opened)).toEqual([])
  })
})

test('what can not be scaled is known again after a restart, without another try', async () => {
  await using folder = await temporaryFolder()
  const options = { uploadsDir: folder.path }
  const files = { 'a.png': good, 'b.png': fromApple, 'cut.png': cutOff }
  const found = async (opened: OpenedCollection) =>
    (await unreadable(opened)).map(({ path }) => path).toSorted()
  {
    await using opened = await openCollection(files, options)
    await scale(opened, 'cut.png')
    expect(await found(opened)).toEqual(['b.png', 'cut.png'])
  }
  await using opened = await openCollection({}, options)
  expect(await found(opened)).toEqual(['b.png', 'cut.png'])
  expect(await pickScaled(opened, 3)).toEqual(['a.png', 'a.png', 'a.png'])
})
