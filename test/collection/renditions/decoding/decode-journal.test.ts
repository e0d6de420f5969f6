import { expect, test } from 'bun:test'
import { DecodeJournal } from '../../../../src/collection/renditions/decoding/decode-journal.ts'
import { codeOf } from '../../../support/collection.ts'

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
  void before.run('bomb', forEver)
  await before.run('good', done)
  for (const after of [await disk.start(), await disk.start()]) {
    let tries = 0
    const tried = after.run('bomb', async () => (tries += 1))
    expect(await codeOf(tried)).toBe('INVALID_REQUEST')
    expect(tries).toBe(0)
    expect(await after.run('good', done)).toBe('done')
  }
})

test('one that failed is tried again', async () => {
  const disk = openDisk()
  const before = await disk.start()
  const failed = before.run('damaged', async () => {
    throw new Error('damaged')
  })
  expect(await failed.catch(() => 'failed')).toBe('failed')
  expect(await (await disk.start()).run('damaged', done)).toBe('done')
})

test('an orderly end in the middle of one is not held against it', async () => {
  const disk = openDisk()
  const before = await disk.start()
  void before.run('large', forEver)
  await before.run('other', done)
  await before.close()
  expect(await (await disk.start()).run('large', done)).toBe('done')
})

test('where nothing can be written, pictures are decoded all the same', async () => {
  const journal = new DecodeJournal({
    read: () => Promise.reject(new Error('read-only')),
    write: () => Promise.reject(new Error('read-only')),
  })
  await journal.read()
  expect(await journal.run('a', done)).toBe('done')
})
