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
    await Bun.write(
      join(uploadsDir, '2024', `${number}.jpg`),
      jpeg({ width: 4, height: 3, salt: `${number}` }),
    )
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
  for (let request = 0; request < warmUp; request += 1) await ask()
  const rounds = await inTurns(turns, ask)
  return [
    atMost(
      'functions of src entered from a request for a random picture to its answer',
      rounds.median(({ length }) => length),
      60,
      count,
    ),
    atMost(
      'modules entered in them, one after the other',
      rounds.median((names) => modulesEntered(names)),
      40,
      count,
    ),
  ]
}

const modulesEntered = (names: readonly string[]) =>
  names.map(moduleOf).filter((module, at, modules) => module !== modules[at - 1]).length

const moduleOf = (name: string) => name.slice(0, name.indexOf(':'))
