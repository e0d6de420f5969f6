/**
 * A process that tries tokens of invitations that nobody has: `bun guessing.ts URL COUNT`. It writes how
 * many opened something.
 */
import { openConnection } from '../connection.ts'

const [url = '', count = ''] = process.argv.slice(2)
const connections = 16
let [tried, opened] = [0, 0]

async function guess() {
  using connection = await openConnection(url)
  while (tried < Number(count)) {
    tried += 1
    const token = crypto.randomUUID().replaceAll('-', '').slice(0, 22)
    const head =
      'GET /api/invitations/current HTTP/1.1\r\nHost: frame\r\n' +
      `Authorization: Bearer ${token}\r\n\r\n`
    const answer = connection.answer()
    await connection.send(Buffer.from(head))
    const status = await answer
    if (status === 200) opened += 1
    else if (status !== 401 && status !== 429) throw new Error(`A guess was answered ${status}.`)
  }
}

await Promise.all(Array.from({ length: connections }, guess))
console.log(opened)
process.exit(0)
