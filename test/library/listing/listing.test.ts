import { expect, test } from 'bun:test'
import { mkdir, rm } from 'node:fs/promises'
import { deleteImages } from '../../../src/uploads/change-images.ts'
import { namesIn, openCollection, permitted } from '../../support/collection.ts'
import { picture } from '../../support/pictures.ts'
import { eventually } from '../../support/server.ts'

test('a listing stays one object while nothing in it changes', async () => {
  await using opened = await openCollection({ 'a/1.jpg': picture(1), 'a/b/2.jpg': picture(2) })
  const { collection } = opened
  const listing = await collection.list('a')
  opened.passTime()
  expect(await collection.list('a')).toBe(listing)
  for (const change of [
    () => opened.put('a/1.jpg', picture('in place')),
    () => opened.put('a/3.jpg', picture(3)),
    () => opened.put('a/b/4.jpg', picture(4)),
    () => mkdir(opened.at('a/c')),
    () => rm(opened.at('a/1.jpg')),
    () => opened.upload('a', { name: '5.jpg', content: picture(5) }),
    () => collection.changes.run(deleteImages, permitted, ['a/b/2.jpg']),
  ]) {
    const before = await collection.list('a')
    await change()
    opened.passTime()
    await eventually(async () => expect(await collection.list('a')).not.toBe(before))
  }
})

test('a listing is in the order in which people sort', async () => {
  const names = ['a.jpg', 'B.jpg', 'IMG_2.jpg', 'img_3.jpg', 'IMG_10.jpg', 'Zoë.jpg']
  const files = names.toReversed().map((name) => [name, picture(name)] as const)
  await using opened = await openCollection(Object.fromEntries(files))
  expect(await namesIn(opened)).toEqual(names)
})

test('an image is always listed with its size, also while uploads come in', async () => {
  await using opened = await openCollection({ 'a/0.jpg': picture(0) })
  const uploads = Array.from({ length: 30 }, (_, index) =>
    opened.upload('a', { name: `${index}.jpg`, content: picture(`new ${index}`) }),
  )
  const uploading = { isDone: false }
  const all = Promise.all(uploads).finally(() => (uploading.isDone = true))
  while (!uploading.isDone) {
    const { images } = await opened.collection.list('a')
    expect(images.every(({ size, dimensions }) => size > 0 && dimensions.width === 4)).toBeTrue()
    await Bun.sleep(0)
  }
  await all
})
