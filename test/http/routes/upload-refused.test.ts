import { describe, expect, test } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { failed, formOf, openApp, type Question, type TestApp } from '../../support/app.ts'
import { form, formType } from '../../support/form.ts'
import { picture } from '../../support/pictures.ts'

const text = Buffer.from('<html>no picture</html>')
const large = Buffer.concat([picture('large'), Buffer.alloc(3000)])
const prohibitedChars = ['<', '>', ':', '"', '|', '?', '*', '\\']
const badFolder = failed('INVALID_FOLDER_NAME', { prohibitedChars })
const wrongType = expect.any(String)

/** The answer to an upload that is refused, after a look that it left nothing behind. */
async function refusal(service: TestApp, question: Question) {
  const cookie = await service.login()
  const before = await visible(service)
  const answer = await service.ask('POST /api/upload', { cookie, ...question })
  expect(await visible(service)).toEqual(before)
  expect(await readdir(service.at('.photo-frame/staging'))).toEqual([])
  return { status: answer.status, body: await answer.json() }
}

const visible = async (service: TestApp) =>
  (await readdir(service.uploadsDir, { recursive: true })).filter((name) => !name.startsWith('.'))

describe('an upload without a file is refused:', () => {
  test('an empty form, or one with other fields only', async () => {
    await using service = await openApp()
    const other = new FormData()
    other.append('file', new File([new Uint8Array(picture('a'))], 'a.jpg'))
    other.append('files', 'a.jpg')
    for (const body of [formOf({}, 'trips'), other]) {
      const expected = { status: 400, body: failed('NO_FILES') }
      expect(await refusal(service, { body })).toEqual(expected)
    }
  })

  test('a form whose file input was left empty', async () => {
    await using service = await openApp()
    const headers = { 'Content-Type': formType }
    const body = new Uint8Array(form('', Buffer.alloc(0)))
    expect(await refusal(service, { body, headers })).toEqual({
      status: 400,
      body: failed('NO_FILES'),
    })
  })
})

describe('an upload that is no form is refused:', () => {
  const whole = form('a.jpg', picture('a'))
  test.each<[string, string | Uint8Array, string]>([
    ['JSON', '{"files":[]}', 'application/json'],
    ['a bare picture', picture('a'), 'image/jpeg'],
    ['a form of another type', 'files=a', 'application/x-www-form-urlencoded'],
    ['a form without its boundary', whole, 'multipart/form-data'],
    ['a form with another boundary', whole, 'multipart/form-data; boundary=other'],
    ['a form cut off in a file', whole.subarray(0, -40), formType],
    ['a form cut off before its end', whole.subarray(0, -4), formType],
    ['nothing', '', formType],
  ])('%s', async (_, content, type) => {
    await using service = await openApp()
    const body = typeof content === 'string' ? content : new Uint8Array(content)
    const answer = await refusal(service, { body, headers: { 'Content-Type': type } })
    expect(answer).toEqual({ status: 400, body: failed('INVALID_REQUEST') })
  })

  test('no body at all', async () => {
    await using service = await openApp()
    expect(await refusal(service, {})).toEqual({ status: 400, body: failed('INVALID_REQUEST') })
  })
})

describe('a folder that can not be', () => {
  test.each([...prohibitedChars.map((char) => `a${char}`), '..', 'a/../b', '.x', 'a//b', 'a '])(
    '%j is refused with all prohibited characters in the details',
    async (folder) => {
      await using service = await openApp()
      const answer = await refusal(service, { body: formOf({ 'a.jpg': picture('a') }, folder) })
      expect(answer).toEqual({ status: 400, body: badFolder })
    },
  )
})

describe('a folder that is not clear:', () => {
  test('two of them', async () => {
    await using service = await openApp()
    const body = formOf({ 'a.jpg': picture('a') }, 'rome')
    body.append('folder', 'paris')
    expect(await refusal(service, { body })).toEqual({ status: 400, body: badFolder })
  })

  test('one that comes as a file', async () => {
    await using service = await openApp()
    const body = formOf({ 'a.jpg': picture('a') })
    body.append('folder', new File(['rome'], 'folder.txt'))
    expect(await refusal(service, { body })).toEqual({ status: 400, body: badFolder })
  })
})

describe('files that are no pictures', () => {
  test('are all listed, and the good ones with them are not stored', async () => {
    await using service = await openApp()
    const files = { 'a.jpg': picture('a'), 'b.jpg': text, 'c.html': text, 'd.png': Buffer.alloc(0) }
    const listed = ['b.jpg', 'c.html', 'd.png'].map((fileName) => ({ fileName, reason: wrongType }))
    expect(await refusal(service, { body: formOf(files, 'trips/new') })).toEqual({
      status: 400,
      body: failed('INVALID_FILE_TYPE', { files: listed }),
    })
  })

  test.each<[string, Uint8Array]>([
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a PDF', Buffer.from('%PDF-1.7')],
    ['a BMP', Buffer.from('BM000000000000000000000000000000')],
    ['the first bytes of a JPEG', picture('a').subarray(0, 12)],
    ['a RIFF file that is no WebP', Buffer.from('RIFF\0\0\0\0WAVEfmt ')],
  ])('like %s are refused', async (_, content) => {
    await using service = await openApp()
    const { status, body } = await refusal(service, { body: formOf({ 'a.jpg': content }) })
    expect(status).toBe(400)
    expect(body).toMatchObject({ code: 'INVALID_FILE_TYPE', details: { files: [{}] } })
  })
})

describe('files that are too large', () => {
  test('are all listed, and the first is described', async () => {
    await using service = await openApp({ maxFileSize: 2048 })
    const files = { 'a.jpg': picture('a'), 'b.jpg': large, 'c.txt': text, 'd.jpg': large }
    const reason = 'larger than 2KB'
    expect(await refusal(service, { body: formOf(files, 'trips') })).toEqual({
      status: 413,
      body: failed('FILE_SIZE_EXCEEDED', {
        maxSize: '2KB',
        fileSize: '2.97KB',
        fileName: 'b.jpg',
        files: [
          { fileName: 'b.jpg', reason },
          { fileName: 'c.txt', reason: 'not a JPEG, PNG, GIF or WebP' },
          { fileName: 'd.jpg', reason },
        ],
      }),
    })
  })

  test('by one byte never read as just as large as they may be', async () => {
    await using service = await openApp({ maxFileSize: 2048 })
    const { body } = await refusal(service, { body: formOf({ 'a.jpg': large.subarray(0, 2049) }) })
    expect(body).toMatchObject({ details: { maxSize: '2KB', fileSize: '2.01KB' } })
  })

  test('and no pictures either count as too large', async () => {
    await using service = await openApp({ maxFileSize: 2048 })
    const { status } = await refusal(service, { body: formOf({ 'a.txt': Buffer.alloc(2049) }) })
    expect(status).toBe(413)
  })
})

test('what is wrong with the folder is told before what is wrong with the files', async () => {
  await using service = await openApp({ maxFileSize: 2048 })
  const files = { 'b.jpg': large, 'c.txt': text }
  expect((await refusal(service, { body: formOf(files, 'a:b') })).body).toEqual(badFolder)
  expect((await refusal(service, { body: formOf({}, 'a:b') })).body).toEqual(badFolder)
})
