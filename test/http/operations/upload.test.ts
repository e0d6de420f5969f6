import { describe, expect, test } from 'bun:test'
import { readFile } from 'node:fs/promises'
import type { ErrorCode } from '../../../src/errors.ts'
import { dataOf, expectFailed, formOf, openApp, sharedApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { contentOf } from '../../support/collection.ts'
import { form, formType } from '../../support/form.ts'
import { gif, jpeg, picture, png, webp } from '../../support/pictures.ts'

const shape = { width: 4, height: 3 }

async function send(service: TestApp, body: FormData) {
  return service.ask('POST /api/upload', { body, cookie: await service.login() })
}

describe('an upload', () => {
  test('stores each picture, and the answer has every field', async () => {
    const [photo, drawing] = [jpeg(shape), png(shape)]
    // No larger than they are.
    await using service = await openApp({ maxFileSize: Math.max(photo.length, drawing.length) })
    const files = { 'IMG 1.JPG': photo, 'b.png': drawing }
    const answer = await send(service, formOf(files, '/trips/Rome/'))
    const stored = (originalName: string, fileName: string, size: number, mimeType: string) => {
      return { originalName, fileName, path: `trips/Rome/${fileName}`, size, mimeType }
    }
    const data = {
      uploadedFiles: [
        stored('IMG 1.JPG', 'IMG 1.jpg', photo.length, 'image/jpeg'),
        stored('b.png', 'b.png', drawing.length, 'image/png'),
      ],
      folder: 'trips/Rome',
      totalFiles: 2,
      totalSize: photo.length + drawing.length,
    }
    expect(await answer.json()).toEqual({ success: true, message: 'Stored 2 images.', data })
    expect((await readFile(service.at('trips/Rome/IMG 1.jpg'))).equals(photo)).toBeTrue()
    expect((await readFile(service.at('trips/Rome/b.png'))).equals(drawing)).toBeTrue()
    expect(await service.list('trips/Rome')).toEqual(['b.png', 'IMG 1.jpg'])
  })

  test('without a folder goes to the root, and to one that comes after the files', async () => {
    await using service = await openApp()
    for (const folder of [undefined, '', '/']) {
      const answer = await send(service, formOf({ 'a.jpg': picture('a') }, folder))
      const data = { folder: '', uploadedFiles: [{ path: 'a.jpg' }] }
      expect(await answer.json()).toMatchObject({ message: 'Stored 1 image.', data })
    }
    const body = formOf({ 'a.jpg': picture('a') })
    body.append('folder', 'trips')
    const expected = { folder: 'trips', uploadedFiles: [{ path: 'trips/a.jpg' }] }
    expect(await dataOf(await send(service, body))).toMatchObject(expected)
  })

  test('stores a picture that comes without a name', async () => {
    await using service = await openApp()
    const body = form('', picture('a'))
    const headers = { 'Content-Type': formType }
    const cookie = await service.login()
    const answer = await service.ask('POST /api/upload', { body, headers, cookie })
    const uploadedFiles = [{ originalName: '', fileName: 'image.jpg' }]
    expect(await dataOf(answer)).toMatchObject({ uploadedFiles })
  })

  test('goes by the content, whatever name and type are sent', async () => {
    await using service = await openApp()
    const contents = { 'image/jpeg': jpeg, 'image/png': png, 'image/gif': gif, 'image/webp': webp }
    const body = new FormData()
    for (const make of Object.values(contents)) {
      body.append('files', new File([new Uint8Array(make(shape))], 'x.txt', { type: 'text/html' }))
    }
    const uploadedFiles = Object.keys(contents).map((mimeType) => ({
      fileName: mimeType.replace('image/', 'x.').replace('jpeg', 'jpg'),
      mimeType,
    }))
    expect(await dataOf(await send(service, body))).toMatchObject({ uploadedFiles })
  })
})

const text = Buffer.from('<html>no picture</html>')
const large = Buffer.concat([picture('large'), Buffer.alloc(3000)])
const badFolder = { prohibitedChars: ['<', '>', ':', '"', '|', '?', '*', '\\'] }

const uploading = sharedApp({ maxFileSize: 2048 })

/** Expects an upload to be refused, and to leave nothing behind. */
async function expectRefused(
  body: FormData | Uint8Array | string | undefined,
  code: ErrorCode,
  details?: unknown,
  type?: string,
) {
  const headers = type === undefined ? {} : { 'Content-Type': type }
  const cookie = await uploading().login()
  const answer = await uploading().ask('POST /api/upload', { body, headers, cookie })
  await expectFailed(answer, code, details)
  expect(await contentOf(uploading().uploadsDir)).toEqual({ visible: [], staged: [] })
}

test('an upload without a file is refused, and one whose folder is not clear', async () => {
  const other = new FormData()
  other.append('file', new File([new Uint8Array(picture('a'))], 'a.jpg'))
  other.append('files', 'a.jpg')
  for (const body of [formOf({}, 'trips'), other]) await expectRefused(body, 'NO_FILES')
  // A form whose file input was left empty.
  await expectRefused(form('', Buffer.alloc(0)), 'NO_FILES', undefined, formType)
  // Two folders, or one that comes as a file.
  const two = formOf({ 'a.jpg': picture('a') }, 'rome')
  two.append('folder', 'paris')
  const file = formOf({ 'a.jpg': picture('a') })
  file.append('folder', new File(['rome'], 'folder.txt'))
  for (const body of [two, file]) await expectRefused(body, 'INVALID_FOLDER_NAME', badFolder)
})

test('files that are no pictures are all listed, and the good ones with them are not stored', async () => {
  const files = { 'a.jpg': picture('a'), 'b.jpg': text, 'c.html': text, 'd.png': Buffer.alloc(0) }
  const reason = expect.any(String)
  const listed = ['b.jpg', 'c.html', 'd.png'].map((fileName) => ({ fileName, reason }))
  await expectRefused(formOf(files, 'trips/new'), 'INVALID_FILE_TYPE', { files: listed })
})

test('files that are too large are all listed, and the first is described, be it by one byte', async () => {
  const files = { 'a.jpg': picture('a'), 'b.jpg': large, 'c.txt': text, 'd.jpg': large }
  const reason = 'larger than 2KB'
  await expectRefused(formOf(files, 'trips'), 'FILE_SIZE_EXCEEDED', {
    maxSize: '2KB',
    fileSize: '2.97KB',
    fileName: 'b.jpg',
    files: [
      { fileName: 'b.jpg', reason },
      { fileName: 'c.txt', reason: 'not a JPEG, PNG, GIF or WebP' },
      { fileName: 'd.jpg', reason },
    ],
  })
  const details = expect.objectContaining({ maxSize: '2KB', fileSize: '2.01KB' })
  const slightly = formOf({ 'a.jpg': large.subarray(0, 2049) })
  await expectRefused(slightly, 'FILE_SIZE_EXCEEDED', details)
})

test('what is wrong with the folder is told before what is wrong with the files', async () => {
  for (const files of [{ 'b.jpg': large, 'c.txt': text }, {}]) {
    await expectRefused(formOf({ ...files }, 'a:b'), 'INVALID_FOLDER_NAME', badFolder)
  }
})
