import { describe, expect, test } from 'bun:test'
import { codeOf, contentOf, inChunks, openCollection } from '../support/collection.ts'
import { gif, picture } from '../support/pictures.ts'

const text = Buffer.from('no picture at all')

describe('an upload with a file at fault stores nothing', () => {
  const good = { name: 'good.jpg', content: picture('good') }
  const large = { name: 'large.jpg', content: Buffer.concat([picture(0), Buffer.alloc(2000)]) }

  test.each([
    ['text', text, 'INVALID_FILE_TYPE'],
    ['an empty file', Buffer.alloc(0), 'INVALID_FILE_TYPE'],
    ['one byte', Buffer.of(0xff), 'INVALID_FILE_TYPE'],
    [
      'a picture cut off in its header',
      gif({ width: 3, height: 3 }).subarray(0, 8),
      'INVALID_FILE_TYPE',
    ],
    ['a picture over the limit', large.content, 'FILE_SIZE_EXCEEDED'],
    ['text over the limit', Buffer.alloc(2000, 'x'), 'FILE_SIZE_EXCEEDED'],
  ])('for %s', async (_, content, code) => {
    await using opened = await openCollection({}, { maxFileSize: 1000 })
    const sent = { name: 'bad.jpg', content }
    expect(await codeOf(opened.upload('new/folder', good, sent, good))).toBe(code)
    expect(await contentOf(opened.uploadsDir)).toEqual({ visible: [], staged: [] })
    expect(opened.collection.counts()).toEqual({ totalFolders: 0, totalImages: 0 })
  })

  test('and it is read to its end all the same', async () => {
    await using opened = await openCollection({}, { maxFileSize: 1000 })
    for (const content of [text, large.content, Buffer.alloc(50_000)]) {
      const reception = await opened.collection.receive()
      let read = 0
      const counted = async function* () {
        for await (const chunk of inChunks(content, 100)) {
          read += chunk.length
          yield chunk
        }
      }
      await reception.receive('bad.jpg', counted())
      expect(read).toBe(content.length)
      await reception.discard()
    }
  })
})
