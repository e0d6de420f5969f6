import { expect, test } from 'bun:test'
import { picture } from '../support/pictures.ts'
import { formOf } from '../support/app.ts'
import { formType } from '../support/form.ts'
import { openConnection } from '../support/raw-http.ts'
import { eventually, startServer } from '../support/server.ts'

const mebibyte = 1024 ** 2

test('300 uploads that are not finished take little memory, and keep nobody from the pictures', async () => {
  await using server = await startServer({ files: { 'a.jpg': picture('a') } })
  const { cookie } = await server.login()
  const before = await server.peakMemory()
  const head =
    `POST /api/upload HTTP/1.1\r\nHost: frame.example\r\nCookie: ${cookie}\r\n` +
    `Content-Type: ${formType}\r\nContent-Length: 10000000\r\n\r\n`
  const start = Buffer.concat([
    Buffer.from('--a-boundary-of-the-tests\r\n'),
    Buffer.from('Content-Disposition: form-data; name="files"; filename="f.jpg"\r\n\r\n'),
    picture('f'),
    Buffer.alloc(mebibyte),
  ])
  const uploads = await Promise.all(
    Array.from({ length: 300 }, async () => {
      const upload = await openConnection(server.url)
      upload.write(head)
      upload.write(start)
      return upload
    }),
  )
  // Those that are refused are told so, though they have not sent all.
  const refused = await Promise.all(uploads.slice(-20).map((upload) => upload.answer()))
  expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 503))
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
  for (const path of ['/uploads/a.jpg', '/api/images/random', '/api/folders', '/api/health']) {
    expect((await fetch(server.url + path)).status).toBe(200)
  }
  expect((await server.peakMemory()) - before).toBeLessThan(130 * mebibyte)

  for (const upload of uploads) upload.breakOff()
  await eventually(async () => {
    const body = formOf({ 'b.jpg': picture('b') })
    const headers = { Cookie: cookie }
    return (await fetch(`${server.url}/api/upload`, { method: 'POST', headers, body })).ok
  })
})
