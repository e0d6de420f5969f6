/**
 * A process that uploads one form as fast as the server takes it:
 * `bun send-form.ts URL COOKIE FOLDER FILES BYTES_PER_FILE`. It writes the status
 * and the seconds as JSON.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { picture } from '../support/pictures.ts'
import { openConnection } from './connection.ts'

const [target = '', cookie = '', folder = '', files = '', bytes = ''] = process.argv.slice(2)
const { pathname, host } = new URL(target)
const boundary = randomUUID()
/** Photos don't repeat themselves; a search for the boundary must not find it easier than there. */
const filling = randomBytes(1024 ** 2)

function* form(): Generator<Uint8Array> {
  yield Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="folder"\r\n\r\n${folder}`,
  )
  for (let number = 0; number < Number(files); number += 1) {
    yield Buffer.from(
      `\r\n--${boundary}\r\nContent-Disposition: form-data; name="files"; ` +
        `filename="${number}.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`,
    )
    const beginning = picture(number)
    yield beginning
    for (let left = Number(bytes) - beginning.length; left > 0; left -= filling.length) {
      yield filling.subarray(0, left)
    }
  }
  yield Buffer.from(`\r\n--${boundary}--\r\n`)
}

let length = 0
for (const part of form()) length += part.length

using connection = await openConnection(target)
const from = performance.now()
const answer = connection.answer()
await connection.send(
  Buffer.from(
    `POST ${pathname} HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\n` +
      `Content-Type: multipart/form-data; boundary=${boundary}\r\nContent-Length: ${length}\r\n\r\n`,
  ),
)
for (const part of form()) await connection.send(part)
const status = await answer
console.log(JSON.stringify({ status, seconds: (performance.now() - from) / 1000 }))
