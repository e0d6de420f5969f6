/**
 * `bun route.ts ANSWER [FILE]`: a bare Hono route that answers what is in the file ANSWER as JSON.
 * Where there is a FILE, it looks that one up first.
 */
import { lstat } from 'node:fs/promises'
import { Hono } from 'hono'

const [answer = '', file] = process.argv.slice(2)
const data: object = await Bun.file(answer).json()

const app = new Hono()
if (file === undefined) app.get('/', (c) => c.json(data))
else {
  app.get('/', async (c) => {
    await lstat(file)
    return c.json(data)
  })
}
const { url } = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: app.fetch })
console.log(`listening on ${url.origin}`)
