import { expect, test } from 'bun:test'
import { contentOf } from '../support/collection.ts'
import { formOf } from '../support/app.ts'
import { beginUpload } from '../support/form.ts'
import { jpeg, picture } from '../support/pictures.ts'
import { eventually, startServer } from '../support/server.ts'

const content = jpeg({ width: 4, height: 3, salt: 'x'.repeat(1024 ** 2) })

test('clients that go away half way, one or many, leave nothing, and are no error in the log', async () => {
  await using server = await startServer({ env: { LOG_LEVEL: 'debug' } })
  const { cookie } = await server.login()
  for (const share of [0.001, 0.5, 0.99999]) {
    const upload = await beginUpload(server.url, { content, cookie, share })
    await eventually(async () => (await server.staged()).length === 1)
    upload.breakOff()
    await eventually(async () => (await server.staged()).length === 0)
  }
  const many = Array.from({ length: 40 }, () => beginUpload(server.url, { content, cookie }))
  const uploads = await Promise.all(many)
  // The others wait for their turn, until those before them have been silent for too long.
  await eventually(async () => (await server.staged()).length >= 4)
  for (const upload of uploads) upload.breakOff()
  const body = formOf({ 'a.jpg': picture('a') }, 'trips')
  expect((await server.admin('POST /api/upload', body)).status).toBe(200)
  await eventually(async () => (await server.staged()).length === 0)
  expect((await contentOf(server.uploadsDir)).visible).toEqual(['trips', 'trips/a.jpg'])
  expect(server.log().filter((line) => / (error|warn) /.test(line))).toEqual([])
  expect(server.stderr()).toBe('')
})
