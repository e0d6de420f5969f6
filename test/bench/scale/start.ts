import { onLowPower } from '../low-power.ts'
import { inTurns, secondsOf } from '../measure.ts'
import { startService, type StartOptions } from '../processes.ts'
import { atMost, seconds, times, type Row } from '../report.ts'
import type { Collections } from './collections.ts'

/** Reads a folder and all below it, once. */
const walk = `console.log(require('node:fs')
  .readdirSync(process.argv[1], { recursive: true, withFileTypes: true }).length)`

export async function starts({ large }: Collections): Promise<Row[]> {
  const measure = async () => ({
    ours: await firstPicture(large),
    theirs: await secondsOf(() => Bun.$`${process.execPath} --eval ${walk} ${large}`.quiet()),
  })
  const rounds = await inTurns(7, measure, 1)
  const work = 'start to the first random picture'
  const row = atMost(`${work}, of a bare walk`, rounds.compare('ours', 'theirs', seconds), 3, times)
  const slow = await onLowPower(`${work}, low power`, async (power) => {
    const ours = await inTurns(3, async () => ({ took: await firstPicture(large, power) }))
    return [atMost(`${work}, low power`, ours.median('took'), 3, seconds)]
  })
  return [row, ...slow]
}

/** In seconds. The end of the service does not count. */
export async function firstPicture(
  uploadsDir: string,
  options?: StartOptions,
  query = '',
): Promise<number> {
  const from = performance.now()
  await using service = await startService(uploadsDir, options)
  await service.read(`/api/images/random${query}`)
  return (performance.now() - from) / 1000
}
