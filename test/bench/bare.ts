/** `bun bare.ts KIND …`: the least that can be called a server. It writes where it listens. */
import { lstat, open } from 'node:fs/promises'
import { Hono } from 'hono'

const [, , kind = '', path = '', file = ''] = process.argv

interface Serve {
  fetch: (request: Request) => Response | Promise<Response>
  routes?: Record<'/own/*', { dir: string }>
}

const kinds: Record<string, () => Promise<Serve> | Serve> = {
  app: () => ({ fetch: new Hono().get('/', (c) => c.text('hello')).fetch }),
  /** `route ANSWER [FILE]` answers what is in a file as JSON, and looks another one up before. */
  route: async () => {
    const data: object = await Bun.file(path).json()
    const app = new Hono()
    if (file === '') app.get('/', (c) => c.json(data))
    else {
      app.get('/', async (c) => {
        await lstat(file)
        return c.json(data)
      })
    }
    return { fetch: app.fetch }
  },
  /** `files FOLDER`: Bun's own directory route at `/own/`, and a route of Hono for files. */
  files: () => ({
    fetch: new Hono().get('/:name', (c) => new Response(Bun.file(`${path}/${c.req.param('name')}`)))
      .fetch,
    routes: { '/own/*': { dir: path } },
  }),
  /** `upload FILE` writes every body to one file and brings it to the disk. */
  upload: () => ({
    fetch: async ({ body }) => {
      const written = await open(path, 'w')
      for await (const chunk of body ?? []) await written.write(chunk)
      await written.sync()
      await written.close()
      return new Response('stored')
    },
  }),
}

const serve = await kinds[kind]?.()
if (serve === undefined) throw new Error(`There is no ${kind}.`)
const { url } = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  maxRequestBodySize: Number.MAX_SAFE_INTEGER,
  ...serve,
})
console.log(url.origin)
