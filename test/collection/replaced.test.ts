import { expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf, openCollection, somebody } from '../support/collection.ts'
import { gif } from '../support/pictures.ts'
import { quadrants } from '../support/pixels.ts'

const png = quadrants(60, 40)

test('a picture whose file is replaced after it was picked is sent as what it is by then', async () => {
  await using opened = await openCollection({ 'a.png': png })
  const picked = await opened.collection.pick({})
  const content = gif({ width: 4, height: 3 })
  await opened.put('a.png', content)
  const file = await picked.open({})
  expect(file).toMatchObject({ mediaType: 'image/gif', size: content.length })
  const sent = await file?.load(somebody)
  expect(sent instanceof Blob && Buffer.from(await sent.bytes()).equals(content)).toBeTrue()
  file?.release?.()
})

test('a rendition of a picture whose file is replaced after it was picked is none of the old one', async () => {
  await using opened = await openCollection({ 'a.png': png })
  const picked = await opened.collection.pick({ isScaled: true })
  await opened.put('a.png', quadrants(40, 60))
  const file = await picked.open({ width: 6 })
  expect(await codeOf(async () => file?.load(somebody))).toBe('IMAGE_NOT_FOUND')
  expect(await opened.collection.pick({})).toMatchObject({ image: { width: 40, height: 60 } })
})

test('a picture whose file goes after it was picked is not there', async () => {
  await using opened = await openCollection({ 'a.png': png })
  const picked = await opened.collection.pick({})
  await rm(join(opened.uploadsDir, 'a.png'))
  expect(await picked.open({})).toBeUndefined()
})
