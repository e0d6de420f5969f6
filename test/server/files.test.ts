import { describe, expect, test } from 'bun:test'
import { rename, unlink, writeFile } from 'node:fs/promises'
import { jpeg, picture } from '../support/pictures.ts'
import { openConnection } from '../support/raw-http.ts'
import { sharedServer } from '../support/shared-server.ts'

const beach = Buffer.from(picture('beach'))
/** Larger than what the sockets of both sides hold, so that it is still being sent. */
const large = jpeg({ width: 4, height: 3, salt: 'x'.repeat(32 * 1024 ** 2) })

const files = { 'beach.jpg': beach, 'deleted.jpg': large, 'replaced.jpg': large }
const server = sharedServer({ files })

const get = (headers: Record<string, string> = {}, method = 'GET', path = '/uploads/beach.jpg') =>
  fetch(`${server().url}${path}`, { method, headers })

const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer())

describe('HEAD', () => {
  test('has the length and the headers of GET, and no body', async () => {
    const [head, whole] = [await get({}, 'HEAD'), await get()]
    expect(head.status).toBe(200)
    expect(head.headers.get('content-length')).toBe(String(beach.length))
    for (const name of ['etag', 'last-modified', 'content-type', 'content-security-policy']) {
      expect(head.headers.get(name)).toBe(whole.headers.get(name))
    }
    expect(await bytesOf(head)).toHaveLength(0)
  })

  test('leaves nothing behind that a next request on the connection would trip over', async () => {
    using connection = await openConnection(server().url)
    connection.write('HEAD /uploads/beach.jpg HTTP/1.1\r\nHost: a\r\n\r\n')
    await connection.arrived()
    connection.write('GET /uploads/none.jpg HTTP/1.1\r\nHost: a\r\n\r\n')
    const { body } = await connection.answer()
    expect(body.toString('latin1')).toStartWith('HTTP/1.1 404 Not Found\r\n')
  })
})

describe('Range', () => {
  test.each([
    ['bytes=0-9', beach.subarray(0, 10), '0-9'],
    ['bytes=10-', beach.subarray(10), `10-${beach.length - 1}`],
    ['bytes=-5', beach.subarray(-5), `${beach.length - 5}-${beach.length - 1}`],
    ['bytes=0-999999', beach, `0-${beach.length - 1}`],
  ])('%s gives that part', async (range, part, place) => {
    const answer = await get({ Range: range })
    expect(answer.status).toBe(206)
    expect(answer.headers.get('content-range')).toBe(`bytes ${place}/${beach.length}`)
    expect(answer.headers.get('content-length')).toBe(String(part.length))
    expect(answer.headers.get('etag')).toBe((await get()).headers.get('etag'))
    expect(await bytesOf(answer)).toEqual(part)
  })

  test('beyond the end is 416 and says how long the file is', async () => {
    const answer = await get({ Range: 'bytes=999999-' })
    expect(answer.status).toBe(416)
    expect(answer.headers.get('content-range')).toBe(`bytes */${beach.length}`)
    expect(await bytesOf(answer)).toHaveLength(0)
  })
})

describe('a file that is being sent', () => {
  /** Asks for a file, lets something happen to it half way, and takes the rest. */
  async function fetchWhile(name: string, happening: () => Promise<unknown>) {
    using connection = await openConnection(server().url)
    connection.write(`GET /uploads/${name} HTTP/1.1\r\nHost: a\r\n\r\n`)
    await connection.arrived()
    connection.pause()
    await happening()
    connection.goOn()
    return await connection.answer()
  }

  test('arrives as it was when it is deleted, or another takes its place, and the next is what is there', async () => {
    await writeFile(server().at('other.jpg'), beach)
    for (const [name, happening, next] of [
      ['deleted.jpg', () => unlink(server().at('deleted.jpg')), 404],
      ['replaced.jpg', () => rename(server().at('other.jpg'), server().at('replaced.jpg')), 200],
    ] as const) {
      const { status, body } = await fetchWhile(name, happening)
      expect(status).toBe(200)
      expect(body.equals(large)).toBe(true)
      expect((await get({}, 'GET', `/uploads/${name}`)).status).toBe(next)
    }
    expect(await bytesOf(await get({}, 'GET', '/uploads/replaced.jpg'))).toEqual(beach)
  })
})
