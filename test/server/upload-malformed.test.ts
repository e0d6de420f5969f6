import { beforeAll, describe, expect, test } from 'bun:test'
import { contentOf } from '../support/collection.ts'
import { form, formAround, formType } from '../support/form.ts'
import { picture } from '../support/pictures.ts'
import { openConnection } from '../support/raw-http.ts'
import { sharedServer } from '../support/shared-server.ts'

/** What the process may grow by through all of these forms together, the first one included. */
const bound = 112 * 1024 ** 2

const server = sharedServer()
let [cookie, peakBefore] = ['', 0]
beforeAll(async () => {
  cookie = (await server().login()).cookie
  peakBefore = await server().peakMemory()
})

const whole = form('a.jpg', picture('a'))
const { before, after } = formAround('a.jpg')
const start = before.subarray(0, before.indexOf('\r\n') + 2)

function* repeated(unit: Uint8Array, count: number, end: Uint8Array) {
  const many = Buffer.concat(Array.from({ length: 1000 }, () => unit))
  for (let left = count; left > 0; left -= 1000) yield many
  yield end
}
const tiny = Buffer.concat([before, Buffer.from('x\r\n')])
const field = Buffer.concat([
  start,
  Buffer.from('Content-Disposition: form-data; name="a"\r\n\r\n\r\n'),
])
const longHeader = () =>
  repeated(Buffer.alloc(1049, 'x'), 1000, Buffer.concat([Buffer.from('\r\n\r\nx'), after]))

function* longNames() {
  const [head = '', tail = ''] = tiny.toString('latin1').split('a.jpg')
  for (let index = 0; index < 5000; index += 1) {
    yield Buffer.from(`${head}${'n'.repeat(15_000)}-${index}.jpg${tail}`)
  }
  yield after
}

type Pieces = () => Iterable<Uint8Array>
const forms: [what: string, type: string, pieces: Pieces][] = [
  ['cut off in a file', formType, () => [whole.subarray(0, -40)]],
  ['cut off in a header', formType, () => [whole.subarray(0, 60)]],
  ['without its final boundary', formType, () => [whole.subarray(0, whole.length - after.length)]],
  ['with a final boundary that lacks its end', formType, () => [whole.subarray(0, -4)]],
  ['with no boundary in its type', 'multipart/form-data', () => [whole]],
  ['of no parts', formType, () => [Buffer.from(after.subarray(2))]],
  ['of no bytes', formType, () => []],
  ['of 100,000 tiny files', formType, () => repeated(tiny, 100_000, after)],
  ['of 100,000 tiny fields', formType, () => repeated(field, 100_000, after)],
  ['with a part header of 1 MB', formType, () => [start, ...longHeader()]],
  ['of 5000 files with names of 15 KB', formType, longNames],
  ['with a file name of 1 MB', formType, () => [before.subarray(0, -36), ...longHeader()]],
]

/** Sends a whole body before it reads, as most clients do, and gives the answer. */
async function post(
  type: string,
  pieces: Iterable<Uint8Array>,
  isChunked: boolean,
  encoding = 'identity',
) {
  using connection = await openConnection(server().url)
  const body = [...pieces]
  const length = body.reduce((sum, piece) => sum + piece.length, 0)
  connection.write(
    `POST /api/upload HTTP/1.1\r\nHost: a\r\nCookie: ${cookie}\r\nContent-Type: ${type}\r\n` +
      `Content-Encoding: ${encoding}\r\n` +
      `${isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`}\r\n\r\n`,
  )
  for (const piece of body) {
    if (isChunked) connection.write(`${piece.length.toString(16)}\r\n`)
    connection.write(piece)
    if (isChunked) connection.write('\r\n')
  }
  if (isChunked) connection.write('0\r\n\r\n')
  const { status, headers, body: answer } = await connection.answer()
  expect(headers.get('content-type')).toStartWith('application/json')
  return { status, answer: JSON.parse(answer.toString()) }
}

describe.each([
  ['with a Content-Length', false],
  ['chunked', true],
])('%s, a form', (_, isChunked) => {
  test.each(forms)(
    '%s is refused with 400, and the next upload works',
    async (what, type, pieces) => {
      const { status, answer } = await post(type, pieces(), isChunked)
      expect(status).toBe(400)
      expect(answer).toMatchObject({ success: false, error: expect.stringMatching(/^[A-Z].+\.$/) })
      expect(['INVALID_REQUEST', 'NO_FILES']).toContain(answer.code)

      expect((await post(formType, [form(`${what}.jpg`, picture(what))], isChunked)).status).toBe(
        200,
      )
      const { visible, staged } = await contentOf(server().uploadsDir)
      expect({ isStored: visible.includes(`${what}.jpg`), staged }).toEqual({
        isStored: true,
        staged: [],
      })
      expect(visible).not.toContain('a.jpg')
    },
  )
})

test('a packed form is refused, also where its bytes still look like one', async () => {
  // Packed without compression, as it is done to pictures, a form stays readable in between.
  for (const packed of [Bun.gzipSync(new Uint8Array(whole), { level: 0 }), whole]) {
    const { status, answer } = await post(formType, [packed], true, 'gzip')
    expect({ status, code: answer.code }).toEqual({ status: 400, code: 'INVALID_REQUEST' })
  }
  expect((await contentOf(server().uploadsDir)).visible).not.toContain('a.jpg')
})

test.skipIf(process.platform !== 'linux')('none of them makes the service grow', async () => {
  expect(peakBefore).toBeGreaterThan(0)
  expect((await server().peakMemory()) - peakBefore).toBeLessThan(bound)
  expect(server().stdout()).not.toContain(' error ')
})
