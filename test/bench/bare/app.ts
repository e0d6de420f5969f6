/** The least that can be called a service on Hono, to compare a start with. */
import { Hono } from 'hono'

const app = new Hono().get('/', (c) => c.text('hello'))
const server = Bun.serve({
  hostname: process.env['HOST'] ?? '127.0.0.1',
  port: Number(process.env['PORT'] ?? 0),
  fetch: (request) => app.fetch(request),
})
console.log(`listening on ${server.url.origin}`)
