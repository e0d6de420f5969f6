/** Preloaded: a service that has the document of its API, by the same detour as one that has none. */
import { plugin } from 'bun'

plugin({
  name: 'the document as it is',
  setup(build) {
    build.onLoad({ filter: /src\/http\/routes\/docs\.ts$/ }, async ({ path }) => ({
      contents: await Bun.file(path).text(),
      loader: 'ts',
    }))
  },
})
