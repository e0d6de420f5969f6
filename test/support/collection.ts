import { expect } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Collection, type CollectionOptions } from '../../src/collection/collection.ts'
import { readConditions } from '../../src/frames/conditions/registry.ts'
import { AppError } from '../../src/errors.ts'
import { eventually } from './server.ts'
import { temporaryFolder } from './temporary.ts'

export type OpenedCollection = Awaited<ReturnType<typeof openCollection>>

interface TestFile {
  name: string
  content: Uint8Array
}

export const permitted = () => undefined

/** Numbers in [0, 1) that are the same in every run (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let bits = Math.imul(state ^ (state >>> 15), state | 1)
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61)
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32
  }
}

export async function* inChunks(content: Uint8Array, length = 64 * 1024) {
  for (let start = 0; start < content.length; start += length) {
    yield content.subarray(start, start + length)
  }
}

/** The code of the failure that some work ends in. */
export async function codeOf(
  work: Promise<unknown> | (() => unknown),
): Promise<string | undefined> {
  try {
    await (typeof work === 'function' ? work() : work)
    return undefined
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
}

/** A collection in a temporary folder of its own, or in one that is given. */
export async function openCollection(
  files: Record<string, Uint8Array> = {},
  options: Partial<CollectionOptions> = {},
) {
  const folder = options.uploadsDir === undefined ? await temporaryFolder() : undefined
  const uploadsDir = options.uploadsDir ?? folder?.path ?? ''
  const put = (path: string, content: Uint8Array) => Bun.write(join(uploadsDir, path), content)
  for (const [path, content] of Object.entries(files)) await put(path, content)
  const clock = new TestClock()
  const errors: unknown[] = []
  const collection = await Collection.open({
    uploadsDir,
    maxFileSize: 10 * 1024 ** 2,
    cacheSize: 10 * 1024 ** 2,
    renditionConcurrency: 1,
    trashDays: 30,
    clock: () => clock.now,
    random: seededRandom(1),
    onError: (error) => errors.push(error),
    ...options,
  })
  const upload = async (path: string, ...sent: TestFile[]) => {
    await using reception = await collection.receive()
    for (const { name, content } of sent) await reception.receive(name, inChunks(content))
    return await collection.changes.publish(reception, path, permitted)
  }
  return {
    collection,
    uploadsDir,
    errors,
    put,
    upload,
    at: (path: string) => join(uploadsDir, path),
    /** Lets so much time pass that what happened on the disk has to be seen. */
    passTime: () => clock.pass(),
    [Symbol.asyncDispose]: async () => {
      await collection.close()
      await folder?.[Symbol.asyncDispose]()
    },
  }
}

/**
 * A clock that stands still until a test lets two seconds pass. It stays within moments of the
 * real time, as the times on the disk are real ones, so it is put forward and back by turns.
 */
class TestClock {
  now = Date.now()

  pass(): void {
    const real = Date.now()
    this.now = Math.abs(real + 2300 - this.now) >= 2000 ? real + 2300 : real - 2300
  }
}

/** Asks for a picture, whoever it is. */
export const somebody = () => ({ client: 'somebody' })

/** The bytes that an image is served with; `undefined` when there is no such image. */
export async function served({ collection }: OpenedCollection, path: string) {
  const file = await collection.parts.opener.open(path, {})
  if (file === undefined) return undefined
  try {
    const content = await file.load(somebody)
    return Buffer.from(content instanceof Blob ? await content.bytes() : content)
  } finally {
    await file.release?.()
  }
}

/** Deals so many pictures and gives their paths. */
export async function deal(
  { collection }: OpenedCollection,
  count: number,
  folder = '',
  frame = '',
) {
  const conditions = readConditions({ folder })
  const paths: string[] = []
  for (let index = 0; index < count; index += 1) {
    paths.push((await collection.pick({ frame, conditions })).path)
  }
  return paths
}

/** The names of the images that a folder is listed with. */
export const namesIn = async ({ collection }: OpenedCollection, path = '') =>
  (await collection.list(path)).images.map(({ name }) => name)

/** Lets time pass, then expects a folder to hold these images. */
export async function expectNames(
  opened: OpenedCollection,
  names: string[],
  path = '',
): Promise<void> {
  opened.passTime()
  await eventually(async () => expect(await namesIn(opened, path)).toEqual(names))
}

/** Everything in the uploads directory but the service's own folder; staged files apart. */
export async function contentOf(uploadsDir: string) {
  const names = await readdir(uploadsDir, { recursive: true })
  return {
    visible: names.filter((name) => !name.startsWith('.photo-frame')).toSorted(),
    staged: names.filter((name) => name.startsWith('.photo-frame/staging/')),
  }
}
