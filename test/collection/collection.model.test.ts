import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { mkdir, rename, rm, utimes } from 'node:fs/promises'
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { deleteImages } from '../../src/uploads/change-images.ts'
import { deal, openCollection, permitted, type OpenedCollection } from '../support/collection.ts'
import { picture } from '../support/pictures.ts'
import { eventually } from '../support/server.ts'

const folders = ['', 'a', 'b', 'a/a', 'a/b', 'b/a', 'a/b/a']
const folder = fc.constantFrom(...folders)
const below = fc.constantFrom(...folders.slice(1))
const name = fc.constantFrom('0.jpg', '1.jpg', '2.jpg')
const image = fc.tuple(folder, name).map((parts) => join(...parts))
const salt = fc.nat(3)

/** A time on the disk that was not there before, so that it tells of a change. */
let times = 1e9
let parts = 0

type Opened = OpenedCollection
type Step = (opened: Opened) => Promise<unknown>

/** What happens to a collection, by its name in a counterexample. */
const step = fc.oneof(
  action('upload', fc.tuple(folder, name, salt), (opened, [path, fileName, bytes]) =>
    opened.upload(path, { name: fileName, content: picture(bytes) }),
  ),
  action('delete', image, ({ collection }, path) =>
    collection.changes.run(deleteImages, permitted, [path]),
  ),
  action('make folder', below, ({ collection }, path) =>
    collection.changes.createFolder(path, permitted),
  ),
  action('write', fc.tuple(image, salt), (opened, [path, bytes]) =>
    write(opened, path, picture(bytes)),
  ),
  action('write half', image, (opened, path) => write(opened, path, picture(0).subarray(0, 20))),
  action('rename over', fc.tuple(image, salt), async ({ put, at }, [path, bytes]) => {
    const part = `.${(parts += 1)}`
    await put(part, picture(`longer ${bytes}`))
    await mkdir(dirname(at(path)), { recursive: true })
    await rename(at(part), at(path))
  }),
  action('rm', image, ({ at }, path) => rm(at(path), { force: true })),
  action('mkdir', below, ({ at }, path) => mkdir(at(path), { recursive: true })),
  action('rm -r', below, ({ at }, path) => rm(at(path), { recursive: true, force: true })),
  action('make again', fc.tuple(below, name), async (opened, [path, fileName]) => {
    await rm(opened.at(path), { recursive: true, force: true })
    await write(opened, join(path, fileName), picture('again'))
  }),
  action('mv', fc.tuple(below, below), async ({ at }, [from, to]) => {
    const isInside = `${to}/`.startsWith(`${from}/`) || `${from}/`.startsWith(`${to}/`)
    if (isInside || !existsSync(at(from))) return
    await rm(at(to), { recursive: true, force: true })
    await mkdir(dirname(at(to)), { recursive: true })
    await rename(at(from), at(to))
  }),
  action('long ago', fc.constant(undefined), async ({ at }) => {
    times += 1
    for (const path of folders) if (existsSync(at(path))) await utimes(at(path), times, times)
  }),
)
const look = action('look', fc.constant(undefined), expectTrueToDisk)

/** In place, but at once: what two writers at the same time make of a file is anybody's guess. */
async function write({ at }: Opened, path: string, content: Uint8Array): Promise<void> {
  await mkdir(dirname(at(path)), { recursive: true })
  writeFileSync(at(path), content)
}

function action<T>(
  title: string,
  given: fc.Arbitrary<T>,
  run: (opened: Opened, value: T) => unknown,
) {
  return given.map((value): Step => {
    const each: Step = async (opened) => run(opened, value)
    return Object.assign(each, {
      [fc.toStringMethod]: () => `${title} ${JSON.stringify(value)}`,
    })
  })
}

/** The model: what is on the disk, looked at anew each time and without any cleverness. */
function walk(root: string, path = ''): { folders: string[]; images: string[] } {
  const found = { folders: [path], images: Array<string>() }
  for (const entry of readdirSync(join(root, path), { withFileTypes: true })) {
    if (entry.name.startsWith('.')) continue
    const inside = join(path, entry.name)
    if (entry.isDirectory()) {
      const below = walk(root, inside)
      found.folders.push(...below.folders)
      found.images.push(...below.images)
    } else found.images.push(inside)
  }
  return found
}

async function expectTrueToDisk(opened: Opened): Promise<void> {
  const { collection, uploadsDir, at } = opened
  opened.passTime()
  const truth = walk(uploadsDir)
  const parentOf = (path: string) => (path.includes('/') ? dirname(path) : '')
  const inside = (path: string, other: string) => path === '' || other.startsWith(`${path}/`)
  await eventually(async () => {
    await collection.list('')
    expect(collection.counts()).toEqual({
      totalFolders: truth.folders.length - 1,
      totalImages: truth.images.length,
    })
    for (const path of truth.folders) {
      const listing = await collection.list(path)
      const images = truth.images.filter((each) => parentOf(each) === path)
      const children = truth.folders.filter((each) => each !== '' && parentOf(each) === path)
      expect(listing.images.map((each) => ({ path: each.path, size: each.size }))).toEqual(
        images.map((each) => ({ path: each, size: statSync(at(each)).size })).toSorted(byPath),
      )
      expect(
        listing.folders.map((each) => ({ path: each.path, imageCount: each.imageCount })),
      ).toEqual(
        children
          .map((each) => ({
            path: each,
            imageCount: truth.images.filter((other) => inside(each, other)).length,
          }))
          .toSorted(byPath),
      )
    }
  })
  const whole = truth.images.filter((path) => statSync(at(path)).size > 20)
  if (whole.length === 0) return
  expect(new Set(await deal(opened, 2 * whole.length))).toEqual(new Set(whole))
}

const byPath = (one: { path: string }, other: { path: string }) => (one.path < other.path ? -1 : 1)

test('is true to the disk, whatever is done through the service or behind its back', async () => {
  const steps = fc.array(fc.oneof({ weight: 3, arbitrary: step }, look), {
    maxLength: 40,
    size: 'max',
  })
  await fc.assert(
    fc.asyncProperty(steps, async (steps) => {
      await using opened = await openCollection()
      for (const each of steps) await each(opened)
      await expectTrueToDisk(opened)
      expect(opened.errors).toBeEmpty()
    }),
    { seed: 1, numRuns: 120 },
  )
}, 60_000)

test('ends up true to the disk when everything is done at once', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 5, maxLength: 40, size: 'max' }),
      async (steps) => {
        await using opened = await openCollection()
        const steering = { isDone: false }
        const watch = async () => {
          while (!steering.isDone) {
            opened.passTime()
            await opened.collection.list('')
            await Bun.sleep(0)
          }
        }
        const watching = watch()
        // What one of them does can pull the ground from under another: that one may fail.
        await Promise.allSettled(steps.map((each) => each(opened)))
        steering.isDone = true
        await watching
        await expectTrueToDisk(opened)
      },
    ),
    { seed: 2, numRuns: 60 },
  )
}, 60_000)
