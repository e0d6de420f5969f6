/**
 * Preloaded, it has the service say in the header `X-Calls` which functions of `src` each answer took,
 * as `module:name` in the order in which they were entered, from `fetch` on. Callbacks count, and
 * methods, accessors and constructors, whoever calls them; functions of libraries do not.
 */
import { relative, resolve } from 'node:path'
import { parse, type Node } from 'acorn'

const source = resolve(import.meta.dir, '../../../src')
const transpiler = new Bun.Transpiler({ loader: 'ts', target: 'bun' })

/** A header holds no more: the first answers, while much is still read, take thousands. */
const mostNamed = 200

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

interface ServeOptions {
  fetch: (...request: unknown[]) => Response | Promise<Response>
}

const { serve } = Bun
const serveTraced = (options: ServeOptions) => {
  const fetch = async (...request: unknown[]) => {
    calls = []
    const answer = await options.fetch(...request)
    answer.headers.set('X-Calls', calls.slice(0, mostNamed).join(' '))
    return answer
  }
  return Reflect.apply(serve, Bun, [{ ...options, fetch }])
}
Object.assign(Bun, { serve: serveTraced })

/** Puts a call of the tracer at the beginning of each function. */
function traced(code: string, path: string): string {
  const inserts: [at: number, text: string][] = []
  const trace = (body: Node, name: string) => {
    const call = `enterFunction('${relative(source, path)}:${name}')`
    if (body.type === 'BlockStatement') inserts.push([body.start + 1, `${call};`])
    else inserts.push([body.start, `(${call}, `], [body.end, ')'])
  }
  eachFunction(parse(code, { ecmaVersion: 'latest', sourceType: 'module' }), trace)
  return inserts
    .toSorted(([one], [other]) => other - one)
    .reduce((text, [at, insert]) => text.slice(0, at) + insert + text.slice(at), code)
}

/** @param nameAround the name of what holds the node, such as a method. */
function eachFunction(
  node: Node,
  trace: (body: Node, name: string) => void,
  nameAround = 'callback',
): void {
  const name = nameOf(node) ?? nameAround
  if (node.type.includes('Function') && 'body' in node && isNode(node.body)) trace(node.body, name)
  const isNamed = /^(VariableDeclarator|Property|MethodDefinition|PropertyDefinition)$/.test(
    node.type,
  )
  for (const child of Object.values(node).flat()) {
    if (isNode(child)) eachFunction(child, trace, isNamed ? name : undefined)
  }
}

function nameOf(node: Node): string | undefined {
  const named = 'id' in node ? node.id : 'key' in node ? node.key : undefined
  return isNode(named) && 'name' in named ? String(named.name) : undefined
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value
