import { beforeAll, expect, test } from 'bun:test'
import { readdir, stat } from 'node:fs/promises'
import { formAround, formType, uploadHead } from '../support/form.ts'
import { picture } from '../support/pictures.ts'
import { openConnection } from '../support/raw-http.ts'
import { sharedServer } from '../support/shared-server.ts'

const megabyte = 1024 ** 2
const size = 200 * megabyte

const server = sharedServer({ env: { MAX_FILE_SIZE: '250MB' } })
let cookie: string
beforeAll(async () => {
  cookie = (await server().login()).cookie
})

/** A form with one file, which begins as a picture and is never in memory as a whole. */
function* longForm(fileName: string, length: number) {
  const { before, after } = formAround(fileName)
  yield before
  const beginning = picture(fileName)
  yield beginning
  const filling = Buffer.alloc(megabyte)
  for (let left = length - beginning.length; left > 0; left -= filling.length) {
    yield filling.subarray(0, left)
  }
  yield after
}

function post(fileName: string, length: number, sender = cookie) {
  const parts = longForm(fileName, length)
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const next = parts.next()
      if (next.done === true) controller.close()
      else controller.enqueue(next.value)
    },
  })
  const headers = { 'Content-Type': formType }
  return server().ask('POST /api/upload', { body, headers, cookie: sender })
}

test('an upload of 200 MB that comes in as a stream is stored', async () => {
  const answer = await post('long.jpg', size)
  expect(answer.status).toBe(200)
  const { data } = JSON.parse(await answer.text())
  expect(data.uploadedFiles).toMatchObject([{ path: 'long.jpg', size, mimeType: 'image/jpeg' }])
  expect((await stat(server().at('long.jpg'))).size).toBe(size)
  expect(await server().staged()).toEqual([])
})

test('a file over the limit is refused with an answer that the client gets to read', async () => {
  const answer = await post('too-long.jpg', 251 * megabyte)
  expect(answer.status).toBe(413)
  expect(JSON.parse(await answer.text())).toMatchObject({
    code: 'FILE_SIZE_EXCEEDED',
    details: { maxSize: '250MB', fileSize: '251MB', fileName: 'too-long.jpg' },
  })
  expect(await readdir(server().uploadsDir)).not.toContain('too-long.jpg')
  expect(await server().staged()).toEqual([])
})

test('without a session a large upload is refused before it has been sent', async () => {
  using connection = await openConnection(server().url)
  connection.write(uploadHead('session=made-up', size))
  connection.write(formAround('never.jpg').before)
  const { status, headers, body } = await connection.answer()
  expect(status).toBe(401)
  expect(headers.get('content-type')).toStartWith('application/json')
  expect(JSON.parse(body.toString()).code).toBe('AUTHENTICATION_REQUIRED')
})

test('a client that sends all of it without a session gets to read the refusal too', async () => {
  const answer = await post('unwanted.jpg', size, '')
  expect(answer.status).toBe(401)
  expect(JSON.parse(await answer.text()).code).toBe('AUTHENTICATION_REQUIRED')
  expect(await readdir(server().uploadsDir)).not.toContain('unwanted.jpg')
})
