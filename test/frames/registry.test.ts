import { Glob } from 'bun'
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { parameters } from '../../src/frames/conditions/registry.ts'

test('every condition that has a file is one that frames can ask for', async () => {
  const folder = join(import.meta.dir, '../../src/frames/conditions')
  const names: string[] = []
  for await (const file of new Glob('*.ts').scan(folder)) {
    const exported: Record<string, unknown> = await import(join(folder, file))
    for (const each of Object.values(exported)) {
      if (each instanceof Object && 'read' in each && 'parameters' in each) {
        names.push(...Object.keys(each.parameters ?? {}))
      }
    }
  }
  expect(names.toSorted()).toEqual(Object.keys(parameters).toSorted())
})
