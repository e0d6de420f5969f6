import { join } from 'node:path'
import { temporaryFolder } from '../support/temporary.ts'
import { fill } from './fill.ts'
import { inTurns } from './measure.ts'
import { startService } from './processes.ts'
import { atMost, count, type Row } from './report.ts'

/** How much of the source the answer to a frame takes. */
export async function calls(): Promise<Row[]> {
  await using folder = await temporaryFolder()
  await fill(join(folder.path, '2024'), 100)
  const tracer = join(import.meta.dir, 'tracer.ts')
  await using service = await startService(folder.path, {
    wrap: ([bun = '']) => [bun, '--preload', tracer, join(import.meta.dir, '../../src/service.ts')],
  })
  const ask = async () => {
    const answer = await service.ask('GET /api/images/random')
    await answer.arrayBuffer()
    const names = (answer.headers.get('X-Calls') ?? '').split(' ')
    const modules = new Set(names.map((name) => name.split(':')[0])).size
    return { functions: names.length, modules, hops: names.filter(entersModule).length }
  }
  const rounds = await inTurns(25, ask, 220)
  const [functions, modules] = [rounds.median('functions'), rounds.median('modules')]
  const hops = rounds.median('hops')
  return [
    atMost('functions of src entered for the answer with a random picture', functions, 60, count),
    atMost('modules entered for it, one after the other', hops, 40, count),
    atMost('modules that it passes', modules, 25, count),
  ]
}

const entersModule = (name: string, at: number, names: readonly string[]) =>
  name.split(':')[0] !== names[at - 1]?.split(':')[0]
