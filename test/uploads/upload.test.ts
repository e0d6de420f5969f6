import { describe, expect, test } from 'bun:test'
import { mkdir, readFile, rm, symlink } from 'node:fs/promises'
import { contentOf, deal, inChunks, openCollection, served } from '../support/collection.ts'
import { jpeg, picture } from '../support/pictures.ts'

const many = Array.from({ length: 50 }, (_, index) => index)

describe('an upload', () => {
  test('is listed, dealt and served at once, with its bytes as sent', async () => {
    await using opened = await openCollection()
    const content = Buffer.concat([jpeg({ width: 6, height: 4 }), Buffer.alloc(700_000, 7)])
    await opened.upload('a/b', { name: 'x.JPG', content })
    const size = content.length
    const { images } = await opened.collection.list('a/b')
    expect(images).toMatchObject([{ name: 'x.jpg', size, dimensions: { width: 6, height: 4 } }])
    expect(await deal(opened, 1)).toEqual(['a/b/x.jpg'])
    expect((await served(opened, 'a/b/x.jpg'))?.equals(content)).toBeTrue()
    expect((await contentOf(opened.uploadsDir)).staged).toBeEmpty()
  })

  test('of fifty pictures of one name at once keeps all fifty, and of the same bytes one', async () => {
    await using opened = await openCollection()
    const uploadAll = (salts: (string | number)[]) =>
      Promise.all(
        salts.map(async (salt) => {
          const { uploadedFiles } = await opened.upload('a', {
            name: 'x.jpg',
            content: picture(salt),
          })
          const path = uploadedFiles[0]?.path ?? ''
          expect((await readFile(opened.at(path))).equals(picture(salt))).toBeTrue()
          return path
        }),
      )
    expect(new Set(await uploadAll(many.map(() => 'same'))).size).toBe(1)
    expect(new Set(await uploadAll(many)).size).toBe(50)
    expect(opened.collection.counts()).toEqual({ totalFolders: 1, totalImages: 51 })
  })

  test('keeps both of two pictures that differ in one byte, wherever it is', async () => {
    await using opened = await openCollection({})
    const content = Buffer.concat([picture(1), Buffer.alloc(1_000_000)])
    for (let at = 300_000; at < content.length; at += 97_003) {
      content[at] = 1
      await opened.upload('', { name: 'x.jpg', content })
    }
    expect(opened.collection.counts().totalImages).toBe(8)
  })

  test('overwrites nothing, known to the service or not, but for what is gone from the disk', async () => {
    await using opened = await openCollection({ 'a/x.jpg': picture('old') })
    await opened.put('x.jpg', picture('by rsync'))
    await mkdir(opened.at('x-1.jpg'))
    await symlink('x.jpg', opened.at('x-2.jpg'))
    await symlink('nowhere', opened.at('x-3.jpg'))
    const { uploadedFiles } = await opened.upload('', { name: 'x.jpg', content: picture('sent') })
    expect(uploadedFiles).toMatchObject([{ fileName: 'x-4.jpg' }])
    expect((await readFile(opened.at('x.jpg'))).equals(picture('by rsync'))).toBeTrue()
    await rm(opened.at('a'), { recursive: true })
    const anew = await opened.upload('a', { name: 'x.jpg', content: picture('new') })
    expect(anew.uploadedFiles).toMatchObject([{ path: 'a/x.jpg' }])
    expect((await readFile(opened.at('a/x.jpg'))).equals(picture('new'))).toBeTrue()
  })
})

test('a file that is no picture, or too large, is read to its end all the same', async () => {
  await using opened = await openCollection({}, { maxFileSize: 1000 })
  const large = Buffer.concat([picture(0), Buffer.alloc(2000)])
  for (const content of [Buffer.from('no picture at all'), large, Buffer.alloc(50_000)]) {
    await using reception = await opened.collection.receive()
    let read = 0
    const counted = async function* () {
      for await (const chunk of inChunks(content, 100)) {
        read += chunk.length
        yield chunk
      }
    }
    await reception.receive('bad.jpg', counted())
    expect(read).toBe(content.length)
  }
})
