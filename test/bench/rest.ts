import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '../support/temporary.ts'
import { fill } from './fill.ts'
import { startService } from './processes.ts'
import { atMost, mebibytes, type Row } from './report.ts'

const madeUpPerSecond = 44

/** How long made-up slots are asked for before and while it is measured what is written, in seconds. */
const [before, measured] = [30, 120]

/** How long after its last request a process is at rest, and how long it is watched, in seconds. */
const [restAfter, watchedFor] = [65, 30]

/** What is written of slots that somebody makes up, what is kept of 1,000 frames, and a process at rest. */
export async function rest(): Promise<Row[]> {
  await using folder = await temporaryFolder()
  await fill(folder.path, 1000, undefined, (n) => `trips/${n % 10}/IMG_${n}.jpg`)
  const rows: Row[] = []
  {
    await using service = await startService(folder.path)
    const random = (query: string) => service.read(`/api/images/random?${query}`)
    // Each frame has two rounds, one with conditions, and slots.
    for (let n = 0; n < 1000; n += 1) {
      await random(`frame=frame-${n}`)
      if (n % 2 === 0) await random(`frame=frame-${n}&folder=trips&orientation=landscape&every=1h`)
    }
    await Bun.sleep(restAfter * 1000)
    const used = await service.processorSeconds()
    await Bun.sleep(watchedFor * 1000)
    const share = ((await service.processorSeconds()) - used) / watchedFor
    const idle = (value: number) => `${(value * 100).toFixed(3)} %`
    rows.push(atMost('an idle process, of a core', share, 0.001, idle))
    await service.stop()
    const files = ['rounds', 'slots', 'frames'].map((name) =>
      stat(join(folder.path, `.photo-frame/${name}.table`)),
    )
    const size = (await Promise.all(files)).reduce((sum, file) => sum + file.size, 0)
    rows.push(atMost('state of 1,000 frames on the disk', size, 1e6, mebibytes))
  }
  await using service = await startService(folder.path)
  let asked = 0
  const ask = async (seconds: number) => {
    const from = performance.now()
    for (let n = 0; n < seconds * madeUpPerSecond; n += 1) {
      asked += 1
      void service.read(`/api/images/random?frame=x${asked}&exclude=q${asked}&every=1m`)
      await Bun.sleep(Math.max(0, from + (1000 * (n + 1)) / madeUpPerSecond - performance.now()))
    }
    return (performance.now() - from) / 1000
  }
  await ask(before)
  const from = await service.written()
  const took = await ask(measured)
  const perHour = ((await service.written()) - from) * (3600 / took)
  const work = `written in an hour while ${madeUpPerSecond} made-up slots a second are asked for`
  return [...rows, atMost(work, perHour, 50e6, mebibytes)]
}
