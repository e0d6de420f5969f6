/** `bun files.ts FOLDER`: Bun's own directory route at `/own/`, and a bare Hono route for files. */
import { Hono } from 'hono'

const [folder = ''] = process.argv.slice(2)

const app = new Hono().get(
  '/:name',
  (c) => new Response(Bun.file(`${folder}/${c.req.param('name')}`)),
)
const { url } = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  routes: { '/own/*': { dir: folder } },
  fetch: app.fetch,
})
console.log(`listening on ${url.origin}`)
