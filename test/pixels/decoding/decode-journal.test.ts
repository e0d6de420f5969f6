import { expect, test } from 'bun:test'
import { DecodeJournal } from '../../../src/pixels/decoding/decode-journal.ts'
import { encodeLines } from '../../../src/lib/checked-lines.ts'
import { codeOf } from '../../support/collection.ts'
import { temporaryFolder } from '../../support/temporary.ts'

/** A folder, with a journal for each start. */
async function openDisk() {
  const folder = await temporaryFolder()
  return {
    at: (name: string) => `${folder.path}/${name}`,
    start: async (root = folder.path) => {
      const place = { root, path: '', verify: async () => undefined }
      const journal = new DecodeJournal({ folder: place, onNotice: () => undefined })
      const paths = await journal.read()
      return { run: journal.run.bind(journal), close: () => journal.close(), paths }
    },
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  }
}

const forEver = () => new Promise<never>(() => undefined)
const done = async () => 'done'

test('a picture that was being decoded when the process ended is not tried again', async () => {
  await using disk = await openDisk()
  const before = await disk.start()
  void before.run('bomb.heic\n1', forEver)
  await before.run('good.heic\n1', done)
  for (const after of [await disk.start(), await disk.start()]) {
    let tries = 0
    const tried = after.run('bomb.heic\n1', async () => (tries += 1))
    expect(await codeOf(tried)).toBe('INVALID_REQUEST')
    expect(tries).toBe(0)
    expect(await after.run('good.heic\n1', done)).toBe('done')
  }
})

test('what is no line of its own, or would be more than one of the log, is left out', async () => {
  const keys = ['a.heic\n1', 'no version', 'a\nb\n1', 'red \u001b[31m\n1', `${'x'.repeat(9000)}\n1`]
  await using disk = await openDisk()
  await Bun.write(disk.at('decoding.table'), encodeLines(keys.map((key) => [key, true])))
  expect((await disk.start()).paths).toEqual(['a.heic'])
})

test('one that failed is tried again', async () => {
  await using disk = await openDisk()
  const before = await disk.start()
  const failed = before.run('damaged.heic\n1', async () => {
    throw new Error('damaged')
  })
  expect(await failed.catch(() => 'failed')).toBe('failed')
  expect(await (await disk.start()).run('damaged.heic\n1', done)).toBe('done')
})

test('an orderly end in the middle of one is not held against it', async () => {
  await using disk = await openDisk()
  const before = await disk.start()
  void before.run('large.heic\n1', forEver)
  await before.run('other.heic\n1', done)
  await before.close()
  expect(await (await disk.start()).run('large.heic\n1', done)).toBe('done')
})

test('where nothing can be written, pictures are decoded all the same', async () => {
  await using disk = await openDisk()
  const journal = await disk.start(disk.at('missing'))
  expect(await journal.run('a', done)).toBe('done')
})
