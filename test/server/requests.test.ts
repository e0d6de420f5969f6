import { describe, expect, test } from 'bun:test'
import { picture } from '../support/pictures.ts'
import { exchange, openConnection, type RawAnswer } from '../support/raw-http.ts'
import { sharedServer } from '../support/shared-server.ts'

const server = sharedServer({ files: { 'beach.jpg': picture('beach') } })

const send = (...lines: string[]) => exchange(server().url, [...lines, '', ''].join('\r\n'))

function jsonOf({ headers, body }: RawAnswer) {
  expect(headers.get('content-type')).toStartWith('application/json')
  return JSON.parse(body.toString())
}

test.each([
  ['/uploads/beach.jpg', '?width=0', 400],
  ['/api/images/random', '?as=bad', 400],
  ['/api/folders', '?path=none', 404],
])('what somebody asks %s behind a # changes nothing for others', async (path, query, status) => {
  await send(`GET ${path}#${query} HTTP/1.1`, 'Host: frame')
  const answer = await send(`GET ${path}${query} HTTP/1.1`, 'Host: frame')
  expect(answer.status).toBe(status)
})

describe('a request whose Host makes no sense', () => {
  test.each([
    ['empty', 'GET /api/folders HTTP/1.1', 'Host: '],
    ['with spaces', 'GET /api/folders HTTP/1.1', 'Host: a b c'],
    ['of characters no host has', 'GET /api/folders HTTP/1.1', 'Host: <>"|\\^`{}'],
    ['a path', 'GET /api/folders HTTP/1.1', 'Host: /etc/passwd'],
    ['a query', 'GET /api/folders HTTP/1.1', 'Host: frame?x=/api/health'],
    ['with a port that is none', 'GET /api/folders HTTP/1.1', 'Host: frame:99999999'],
    ['missing, which HTTP/1.0 allows', 'GET /api/folders HTTP/1.0', 'Accept: */*'],
  ])('%s: is answered all the same', async (_, line, header) => {
    const answer = await send(line, header)
    expect(answer.status).toBe(200)
    expect(jsonOf(answer).data.images).toMatchObject([{ name: 'beach.jpg' }])
  })

  test.each([
    ['another', ['Host: frame', 'Host: elsewhere']],
    ['the same', ['Host: frame', 'host: frame']],
  ])('because there is %s besides: is refused', async (_, headers) => {
    const health = await send('GET /api/health HTTP/1.1', ...headers)
    expect(health.status).toBe(400)
    expect(jsonOf(health)).toMatchObject({ success: false, code: 'INVALID_REQUEST' })
    expect((await send('HEAD /uploads/beach.jpg HTTP/1.1', ...headers)).status).toBe(400)
  })

  test('gets its picture, keeps its query, and may not do what needs a session either', async () => {
    expect((await send('GET /uploads/beach.jpg HTTP/1.1', 'Host: ')).status).toBe(200)
    const answer = await send('GET /api/folders?path=none HTTP/1.1', 'Host: a b')
    expect(jsonOf(answer)).toMatchObject({ success: false, code: 'FOLDER_NOT_FOUND' })
    const refused = await send('DELETE /api/images HTTP/1.1', 'Host: ', 'Content-Length: 0')
    expect(jsonOf(refused).code).toBe('AUTHENTICATION_REQUIRED')
  })
})

test('HTTP/1.1 without a Host is refused (RFC 9112, 3.2), by Bun and so without a body', async () => {
  const { status, body } = await send('GET /api/folders HTTP/1.1', 'Accept: */*')
  expect(status).toBe(400)
  expect(body).toHaveLength(0)
})

test('an address in absolute form, as proxies send it, is understood', async () => {
  const answer = await send('GET http://frame.example/api/folders HTTP/1.1', 'Host: frame.example')
  expect(answer.status).toBe(200)
  expect(jsonOf(answer).success).toBe(true)
})

test('headers of 12 KB are fine, more than 16 KB or hundreds are refused, and the service goes on', async () => {
  const cookie = (kilobytes: number) => `Cookie: other=${'x'.repeat(kilobytes * 1024)}`
  const many = Array.from({ length: 300 }, (_, index) => `X-${index}: ${index}`)
  for (const [headers, status] of [
    [[cookie(20)], 431],
    [many, 431],
    [[cookie(12)], 200],
  ] as const) {
    const answer = await send('GET /api/folders HTTP/1.1', 'Host: a', ...headers)
    expect(answer.status).toBe(status)
  }
})

describe('what is not HTTP at all', () => {
  test('does not disturb the service', async () => {
    const tls = '\x16\x03\x01\x02\0\x01\0\x01'
    for (const nonsense of ['\0\0\0\0\r\n\r\n', 'GET\r\n\r\n', 'hello\r\n\r\n', tls]) {
      using connection = await openConnection(server().url)
      connection.write(nonsense)
      connection.breakOff()
      await connection.ended
      expect((await fetch(`${server().url}/api/health`)).status).toBe(200)
    }
  })

  test('two lengths that contradict each other are refused', async () => {
    const lengths = ['Content-Length: 1', 'Content-Length: 2']
    const { status } = await send('POST /api/auth/login HTTP/1.1', 'Host: a', ...lengths)
    expect(status).toBe(400)
  })
})
