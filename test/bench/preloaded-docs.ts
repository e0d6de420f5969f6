/** Preloaded: a service whose operations are without words, or with `DOCS` the words by the same detour. */
import { parse, type Node } from 'acorn'
import { plugin } from 'bun'

const transpiler = new Bun.Transpiler({ loader: 'ts', target: 'bun' })

plugin({
  name: 'the document',
  setup(build) {
    build.onLoad({ filter: /src\/http\/operations\/\w+\.ts$/ }, async ({ path }) => {
      const code = transpiler.transformSync(await Bun.file(path).text())
      return {
        contents: process.env['DOCS'] === undefined ? withoutWords(code) : code,
        loader: 'js',
      }
    })
  },
})

function withoutWords(code: string): string {
  const words: Node[] = []
  const visit = (node: Node) => {
    const key = 'key' in node && isNode(node.key) && 'name' in node.key ? node.key.name : undefined
    if (key === 'docs' && 'value' in node && isNode(node.value)) words.push(node.value)
    else for (const child of Object.values(node).flat()) if (isNode(child)) visit(child)
  }
  visit(parse(code, { ecmaVersion: 'latest', sourceType: 'module' }))
  return words
    .toReversed()
    .reduce((text, { start, end }) => `${text.slice(0, start)}undefined${text.slice(end)}`, code)
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value
