import type { PageDriver } from './browsers/page-driver.ts'

const script = Bun.fileURLToPath(import.meta.resolve('axe-core/axe.min.js'))
const source = await Bun.file(script).text()

/** Finds what breaks a rule for accessibility on a page: each rule, with the elements. */
export async function violationsOn({ evaluate }: Pick<PageDriver, 'evaluate'>): Promise<string[]> {
  if (!(await evaluate<boolean>(`'axe' in window`))) await evaluate(`(() => { ${source} })()`)
  return evaluate(`axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join()))`)
}
