import { expect, test } from 'bun:test'
import { DecodeJournal } from '../../../src/pixels/decoding/decode-journal.ts'
import { encodeLines } from '../../../src/lib/checked-lines.ts'
import { codeOf } from '../../support/collection.ts'

/** What is on the disk, with a journal for each start. */
function openDisk() {
  let content: Uint8Array | undefined
  let writes = 0
  const file = {
    read: async () => content,
    write: async (text: string | Uint8Array) => {
      writes += 1
      content = Buffer.from(text)
    },
  }
  const start = async () => {
    const journal = new DecodeJournal(file)
    await journal.read()
    return journal
  }
  return { start, writes: () => writes }
}

const forEver = () => new Promise<never>(() => undefined)
const done = async () => 'done'

test('a picture that was being decoded when the process ended is not tried again', async () => {
  const disk = openDisk()
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
  const file = { read: async () => Buffer.from(encodeLines(keys)), write: async () => undefined }
  expect(await new DecodeJournal(file).read()).toEqual(['a.heic'])
})

test('one that failed is tried again', async () => {
  const disk = openDisk()
  const before = await disk.start()
  const failed = before.run('damaged.heic\n1', async () => {
    throw new Error('damaged')
  })
  expect(await failed.catch(() => 'failed')).toBe('failed')
  expect(await (await disk.start()).run('damaged.heic\n1', done)).toBe('done')
})

test('an orderly end in the middle of one is not held against it', async () => {
  const disk = openDisk()
  const before = await disk.start()
  void before.run('large.heic\n1', forEver)
  await before.run('other.heic\n1', done)
  await before.close()
  expect(await (await disk.start()).run('large.heic\n1', done)).toBe('done')
})

test('where nothing can be written, pictures are decoded all the same', async () => {
  const journal = new DecodeJournal({
    read: () => Promise.reject(new Error('read-only')),
    write: () => Promise.reject(new Error('read-only')),
  })
  await journal.read()
  expect(await journal.run('a', done)).toBe('done')
})
