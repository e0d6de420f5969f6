import { join } from 'node:path'
import { jpeg } from '../../support/pictures.ts'
import { inTurns } from '../measure.ts'
import { startService } from '../processes.ts'
import { atMost, count, type Row } from '../report.ts'

const pictures = 100
const warmUp = 220
const turns = 25

/** How much of the source the answer to a frame takes. */
export async function calls(uploadsDir: string): Promise<Row[]> {
  for (let number = 0; number < pictures; number += 1) {
    const picture = jpeg({ width: 4, height: 3, salt: String(number) })
    await Bun.write(join(uploadsDir, '2024', `${number}.jpg`), picture)
  }
  const tracer = join(import.meta.dir, 'tracer.ts')
  await using service = await startService(uploadsDir, {
    wrap: ([bun = '', ...args]) => [bun, '--preload', tracer, ...args],
  })
  const ask = async () => {
    const answer = await fetch(`${service.url}/api/images/random`)
    await answer.arrayBuffer()
    return (answer.headers.get('X-Calls') ?? '').split(' ')
  }
  await inTurns(warmUp, ask)
  const rounds = await inTurns(turns, ask)
  const functions = rounds.median(({ length }) => length)
  const modules = rounds.median((names) => names.filter(entersModule).length)
  return [
    atMost('functions of src entered for the answer with a random picture', functions, 60, count),
    atMost('modules entered for it, one after the other', modules, 40, count),
  ]
}

const entersModule = (name: string, at: number, names: readonly string[]) =>
  name.split(':')[0] !== names[at - 1]?.split(':')[0]
