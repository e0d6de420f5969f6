import { expect, test } from 'bun:test'
import type { ErrorCode } from '../../../src/errors.ts'
import { expectFailed, formOf, sharedApp } from '../../support/app.ts'
import { contentOf } from '../../support/collection.ts'
import { form, formType } from '../../support/form.ts'
import { picture } from '../../support/pictures.ts'

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
