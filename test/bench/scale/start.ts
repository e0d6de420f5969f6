import { withLowPower } from '../low-power.ts'
import { inTurns, secondsOf } from '../measure.ts'
import { runToEnd, startService, type StartOptions } from '../processes.ts'
import { atMost, seconds, skipped, times, type Row } from '../report.ts'
import type { Collections } from './collections.ts'

/** From the start of the process to the first picture. */
export async function starts({ large }: Collections): Promise<Row[]> {
  const measure = async () => ({
    ours: await firstPicture(large),
    theirs: await secondsOf(() => runToEnd('test/bench/bare/walk.ts', [large])),
  })
  await measure()
  const rounds = await inTurns(7, measure)
  const [ours, theirs] = [rounds.median(({ ours }) => ours), rounds.median(({ theirs }) => theirs)]
  const row = atMost(
    'start to the first random picture, of a bare walk',
    rounds.median(({ ours, theirs }) => ours / theirs),
    3,
    times,
    ` (${seconds(ours)} to ${seconds(theirs)})`,
  )

  const work = 'start to the first random picture, low power'
  const slow = await withLowPower(({ wrap }) => inTurns(3, () => firstPicture(large, { wrap })))
  if (slow === undefined) return [row, skipped(work, `<= ${seconds(3)}`, 'no cgroups')]
  return [
    row,
    atMost(
      work,
      slow.median((time) => time),
      3,
      seconds,
    ),
  ]
}

async function firstPicture(uploadsDir: string, options?: StartOptions): Promise<number> {
  const from = performance.now()
  await using service = await startService(uploadsDir, options)
  const answer = await fetch(`${service.url}/api/images/random`)
  await answer.arrayBuffer()
  if (answer.status !== 200) throw new Error(`Random answered ${answer.status}.`)
  return (performance.now() - from) / 1000
}
