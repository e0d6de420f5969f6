/** Preloaded: a service that has no document of its API, or with `DOCS` the document by the same detour. */
import { plugin } from 'bun'

const none = `
  import { Hono } from 'hono'
  export const docsRoutes = () => new Hono()
`

plugin({
  name: 'the document',
  setup(build) {
    build.onLoad({ filter: /src\/http\/routes\/pages\/docs\.ts$/ }, async ({ path }) => {
      const text = await Bun.file(path).text()
      return { contents: process.env['DOCS'] === undefined ? none : text, loader: 'ts' }
    })
  },
})
