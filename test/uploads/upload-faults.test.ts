import { expect, test } from 'bun:test'
import { inChunks, openCollection } from '../support/collection.ts'
import { picture } from '../support/pictures.ts'

test('a file that is no picture, or too large, is read to its end all the same', async () => {
  await using opened = await openCollection({}, { maxFileSize: 1000 })
  const large = Buffer.concat([picture(0), Buffer.alloc(2000)])
  for (const content of [Buffer.from('no picture at all'), large, Buffer.alloc(50_000)]) {
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
