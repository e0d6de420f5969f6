import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { ErrorCode } from '../../src/errors.ts'
import { failed } from '../support/app.ts'
import { formAround, formType } from '../support/form.ts'
import { picture } from '../support/pictures.ts'
import { openPlace, type Place } from './place.ts'

let place: Place
beforeAll(async () => {
  place = await openPlace()
})
afterAll(() => place[Symbol.asyncDispose]())

const remove = (count: number) => {
  const images = Array.from({ length: count }, (_, index) => `none-${index}.jpg`)
  return place.admin('DELETE /api/images', { images })
}

const create = (path: string) =>
  place.admin('POST /api/folders', { path, name: path.split('/').at(-1) })

const boundary = '--a-boundary-of-the-tests'
const field = (name: string, value: string) =>
  `${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const file = `${formAround('f.jpg').before}${picture('f').toString('latin1')}\r\n`
const upload = (...parts: string[]) =>
  place.send('/api/upload', {
    method: 'POST',
    headers: { 'Content-Type': formType, Cookie: place.cookie },
    body: new Uint8Array(Buffer.from(`${parts.join('')}${boundary}--\r\n`, 'latin1')),
  })
const fields = (count: number) => Array.from({ length: count }, () => field('x', ''))
/** A path of so many bytes in names of 200. */
const ofLength = (bytes: number) => `${'x'.repeat(199)}/`.repeat(11).slice(0, bytes)

test.each<[string, () => Promise<Response>, () => Promise<Response>, ErrorCode]>([
  ['10,000 paths', () => remove(10_000), () => remove(10_001), 'MISSING_IMAGES_PARAMETER'],
  [
    '63 folders above the pictures',
    () => create('d/'.repeat(62) + 'd'),
    () => create('d/'.repeat(63) + 'd'),
    'INVALID_FOLDER_NAME',
  ],
  [
    '1,792 bytes in a folder',
    () => create(ofLength(1792)),
    () => create(ofLength(1793)),
    'INVALID_FOLDER_NAME',
  ],
  [
    '10,000 parts in an upload',
    () => upload(...fields(9999), file),
    () => upload(...fields(10_000), file),
    'INVALID_REQUEST',
  ],
  [
    '16 KiB in a field',
    () => upload(field('x', 'x'.repeat(16_384)), file),
    () => upload(field('x', 'x'.repeat(16_385)), file),
    'INVALID_REQUEST',
  ],
])('%s are the most', async (_, most, more, code) => {
  expect((await most()).status).toBe(200)
  expect(await (await more()).json()).toMatchObject(failed(code))
})

test('a picture in the deepest and longest folder can be read and deleted', async () => {
  for (const folder of ['e/'.repeat(62) + 'e', ofLength(1790)]) {
    const sent = await upload(
      field('folder', folder),
      file.replace('f.jpg', `${'n'.repeat(300)}.jpg`),
    )
    const path = JSON.parse(await sent.text()).data.uploadedFiles[0].path
    expect((await place.send(`/uploads/${path}`)).status).toBe(200)
    const removed = await place.told('DELETE /api/images', { images: [path] })
    expect(removed).toMatchObject({ totalDeleted: 1 })
  }
})
