import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { failed } from '../support/app.ts'
import { openPlace, type Place } from './place.ts'

let place: Place
let asked = 0
beforeEach(async () => {
  place = await openPlace()
})
afterEach(() => place[Symbol.asyncDispose]())

const bytes = (...values: number[]) => Buffer.from(values)
const nested = (open: string, close: string, levels: number) =>
  open.repeat(levels) + close.repeat(levels)

const malformed: [string, string | Buffer][] = [
  ...['', ' ', '{', '}', '[', '"', 'nul', 'undefined', 'NaN', '{]', '{"a"}', '{"a":}', '{,}'].map(
    (text): [string, string] => [JSON.stringify(text), text],
  ),
  ['no object: a number', '1e999'],
  ['a trailing comma', '{"password":"x","path":"x","name":"x","images":["x"],}'],
  ['a comment', '{"password":"x","path":"x","name":"x","images":["x"]}//'],
  ['single quotes', "{'password':'x','path':'x','name':'x','images':['x']}"],
  ['two values', '{"password":"x"}{"path":"x","name":"x"}{"images":["x"]}'],
  ['a NUL behind it', '{"password":"x","path":"x","name":"x","images":["x"]}\0'],
  ['a NUL in a text', '{"password":"\0","path":"\0","name":"\0","images":["\0"]}'],
  ['a huge number', `{"password":${'9'.repeat(7000)},"images":${'9'.repeat(7000)}}`],
  ['only a prototype', '{"__proto__":{"password":"x","path":"x","name":"x","images":["x"]}}'],
  ['only a constructor', '{"constructor":{"prototype":{"images":["x"]}}}'],
  ['lists in lists', nested('[', ']', 8000)],
  ['objects in objects', `${'{"a":'.repeat(2500)}1${'}'.repeat(2500)}`],
  ['lists in a list of images', `{"password":${nested('[', ']', 4000)},"images":[[[]]]}`],
  ['UTF-16', Buffer.from('{"password":"x","path":"x","name":"x","images":["x"]}', 'utf16le')],
  ['bytes that are no text', bytes(0xff, 0xfe, 0, 0xc0, 0xae)],
  ['gzip', Buffer.from(Bun.gzipSync('{"images":["x"]}'))],
]

const routes: [string, string, string][] = [
  ['POST', '/api/auth/login', 'INVALID_REQUEST'],
  ['POST', '/api/folders', 'INVALID_FOLDER_NAME'],
  ['DELETE', '/api/images', 'MISSING_IMAGES_PARAMETER'],
]

/** Each from an address of its own, so that failed logins do not add up. */
async function send(method: string, path: string, body: string | Buffer) {
  asked += 1
  const before = place.outside()
  const headers = { 'Content-Type': 'application/json', Cookie: place.cookie }
  const content = typeof body === 'string' ? body : new Uint8Array(body)
  const answer = await place.send(path, { method, headers, body: content }, `1.2.3.${asked}`)
  const text = (await place.judge(answer, before)).toString()
  return { status: answer.status, body: JSON.parse(text) }
}

describe.each(routes)('%s %s', (method, path, code) => {
  test.each(malformed)('refuses a body with %s', async (_, body) => {
    const before = place.fingerprint()
    const answer = await send(method, path, body)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject(failed(code))
    expect(place.fingerprint()).toEqual(before)
  })
})

const deep = nested('[', ']', 100_000)

const slashes = `x${'/'.repeat(1_000_000)}x`
const [login, folders, images] = ['POST /api/auth/login', 'POST /api/folders', 'DELETE /api/images']

test.each<[string, string, string, number]>([
  ['levels of what nobody asked for', folders, `{"path":"a","name":"a","more":${deep}}`, 200],
  ['such levels in a deletion', images, `{"more":${deep},"images":["none.jpg"]}`, 200],
  ['levels alone', images, deep, 400],
  ['levels without an end', images, deep.slice(0, 100_000), 400],
  ['levels of images', images, `{"images":${deep}}`, 400],
  ['a good path last', folders, '{"path":"../x","name":"../x","path":"y","name":"y"}', 200],
  ['a bad path last', folders, '{"path":"y","name":"y","path":"../x","name":"../x"}', 400],
  ['a wrong password last', login, '{"password":"correct horse","password":"wrong"}', 401],
  ['a byte order mark', folders, '\ufeff{"path":"x","name":"x"}', 200],
  ['half a character in a name', folders, '{"path":"x\\ud800","name":"x\\ud800"}', 400],
  ['half a character in a deletion', images, '{"images":["\\udc00"]}', 200],
  ['a prototype', images, '{"__proto__":{"polluted":1},"images":["__proto__"]}', 200],
  ['a million slashes', folders, JSON.stringify({ path: slashes, name: 'x' }), 400],
  ['such a path', images, JSON.stringify({ images: [slashes, '/'.repeat(40_000)] }), 200],
])('a body with %s does no harm', async (_, line, body, status) => {
  const [method = '', path = ''] = line.split(' ')
  const answer = await send(method, path, body)
  expect(answer.status).toBe(status)
  if (line === images && status === 200) expect(answer.body.data.totalDeleted).toBe(0)
  expect(Object.keys(Object.prototype)).toEqual([])
})
