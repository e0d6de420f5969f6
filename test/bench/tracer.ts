/**
 * Preloaded, it has the service say in the header `X-Calls` which functions of `src` each answer took,
 * as `module:name` in the order in which they were entered, from `fetch` on. Callbacks count, and
 * methods, accessors and constructors, whoever calls them; functions of libraries do not.
 */
import { relative, resolve } from 'node:path'
import { parse, type Node } from 'acorn'

const source = resolve(import.meta.dir, '../../src')
const transpiler = new Bun.Transpiler({ loader: 'ts', target: 'bun' })
let calls: string[] = []

Object.assign(globalThis, { enterFunction: (name: string) => void calls.push(name) })

void Bun.plugin({
  name: 'tracer',
  setup: (build) => {
    build.onLoad({ filter: new RegExp(`^${source}/.*\\.ts$`) }, async ({ path }) => ({
      contents: traced(transpiler.transformSync(await Bun.file(path).text()), path),
      loader: 'js',
    }))
  },
})

type Fetch = (...request: unknown[]) => Response | Promise<Response>

const serveTraced = (serve: typeof Bun.serve) => (options: { fetch: Fetch }) => {
  const fetch: Fetch = async (...request) => {
    calls = []
    const answer = await options.fetch(...request)
    // A header holds no more: the first answers, while much is still read, take thousands.
    answer.headers.set('X-Calls', calls.slice(0, 200).join(' '))
    return answer
  }
  return Reflect.apply(serve, Bun, [{ ...options, fetch }])
}
Object.assign(Bun, { serve: serveTraced(Bun.serve) })

/** Puts a call of the tracer at the beginning of each function, under the word before it. */
function traced(code: string, path: string): string {
  const inserts: [at: number, text: string][] = []
  const visit = (node: Node) => {
    if (node.type.includes('Function') && 'body' in node && isNode(node.body)) {
      const { start, end, type } = node.body
      const id = 'id' in node && isNode(node.id) ? node.id : undefined
      const name = /\w+(?=\W*$)/.exec(code.slice(0, id?.end ?? node.start))?.[0]
      const call = `enterFunction('${relative(source, path)}:${name}')`
      if (type === 'BlockStatement') inserts.push([start + 1, `${call};`])
      else inserts.push([start, `(${call}, `], [end, ')'])
    }
    for (const child of Object.values(node).flat()) if (isNode(child)) visit(child)
  }
  visit(parse(code, { ecmaVersion: 'latest', sourceType: 'module' }))
  return inserts
    .toSorted(([one], [other]) => other - one)
    .reduce((text, [at, insert]) => text.slice(0, at) + insert + text.slice(at), code)
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value
