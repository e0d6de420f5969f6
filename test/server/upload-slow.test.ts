import { expect, test } from 'bun:test'
import { readFile } from 'node:fs/promises'
import { formOf } from '../support/app.ts'
import { form, uploadHead } from '../support/form.ts'
import { jpeg, picture } from '../support/pictures.ts'
import { openConnection } from '../support/raw-http.ts'
import { startServer } from '../support/server.ts'

const slow = jpeg({ width: 4, height: 3, salt: 'drip'.repeat(100_000) })
const body = form('slow.jpg', slow)

test('an upload that drips in for twelve seconds is stored, and holds up nobody', async () => {
  await using server = await startServer({ files: { 'old.jpg': picture('old') } })
  const { cookie } = await server.login()
  using connection = await openConnection(server.url)
  connection.write(uploadHead(cookie, body.length))
  const piece = Math.ceil(body.length / 240)
  for (let sent = 0; sent < body.length; sent += piece) {
    connection.write(body.subarray(sent, sent + piece))
    const step = sent / piece
    if (step % 60 === 0) {
      const files = { [`meanwhile-${step}.jpg`]: picture(step) }
      await server.told('POST /api/upload', formOf(files, 'fast'))
    }
    expect((await fetch(`${server.url}/api/images/random`)).status).toBe(200)
    await Bun.sleep(50)
  }
  const answer = await connection.answer()
  expect(answer.status).toBe(200)
  expect((await readFile(server.at('slow.jpg'))).equals(slow)).toBe(true)
  expect(await server.staged()).toEqual([])
}, 60_000)
