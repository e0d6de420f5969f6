/** Preloaded: a service that has no document of its API. */
import { plugin } from 'bun'

const contents = `
  import { Hono } from 'hono'
  export const docsRoutes = () => new Hono()
`

plugin({
  name: 'no document',
  setup(build) {
    build.onLoad({ filter: /src\/http\/routes\/docs\.ts$/ }, async ({ path }) => {
      await Bun.file(path).text()
      return { contents, loader: 'ts' }
    })
  },
})
