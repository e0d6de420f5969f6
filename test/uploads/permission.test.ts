import { expect, test } from 'bun:test'
import { AppError } from '../../src/errors.ts'
import { codeOf, contentOf, inChunks, openCollection } from '../support/collection.ts'
import { picture } from '../support/pictures.ts'

test('a change whose permission has ended changes nothing', async () => {
  await using opened = await openCollection({ 'a.jpg': picture(1) })
  const ended = () => {
    throw new AppError('AUTHENTICATION_REQUIRED', 'Log in.')
  }
  const reception = await opened.collection.receive()
  await reception.receive('b.jpg', inChunks(picture(2)))
  const { collection } = opened
  for (const work of [
    () => collection.changes.publish(reception, 'new', ended),
    () => collection.changes.createFolder('new', ended),
    () => collection.changes.deleteImages(['a.jpg'], ended),
  ]) {
    expect(await codeOf(work())).toBe('AUTHENTICATION_REQUIRED')
  }
  await reception.discard()
  expect(await contentOf(opened.uploadsDir)).toEqual({ visible: ['a.jpg'], staged: [] })
})
