import { expect, test } from 'bun:test'
import { picture } from '../support/pictures.ts'
import { formOf } from '../support/app.ts'
import { formAround, uploadHead } from '../support/form.ts'
import { openConnection } from '../support/raw-http.ts'
import { eventually, startServer } from '../support/server.ts'

const mebibyte = 1024 ** 2

test('300 uploads that are not finished take little memory, and keep nobody from the pictures', async () => {
  await using server = await startServer({ files: { 'a.jpg': picture('a') } })
  const { cookie } = await server.login()
  const before = await server.peakMemory()
  const { before: start } = formAround('f.jpg')
  const sent = Buffer.concat([start, picture('f'), Buffer.alloc(mebibyte)])
  const uploads = await Promise.all(
    Array.from({ length: 300 }, async () => {
      const upload = await openConnection(server.url)
      upload.write(uploadHead(cookie, 10_000_000))
      upload.write(sent)
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
  const body = formOf({ 'b.jpg': picture('b') })
  await eventually(async () => (await server.admin('POST /api/upload', body)).ok)
})
