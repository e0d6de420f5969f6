import { join } from 'node:path'
import { temporaryFolder } from '../support/temporary.ts'
import { fill } from './fill.ts'
import { startService } from './processes.ts'
import { atMost, mebibytes, type Row } from './report.ts'

const perSecond = 44

/** How long slots are asked for before and while it is measured what is written, in seconds. */
const [before, measured] = [30, 120]

/** What is written of slots that somebody makes up, and what is kept of 1,000 frames. */
export async function slots(): Promise<Row[]> {
  return [await madeUpSlots(), await stateOfFrames()]
}

async function madeUpSlots(): Promise<Row> {
  await using folder = await collection()
  await using service = await startService(folder.path)
  let asked = 0
  const ask = async (seconds: number) => {
    const from = performance.now()
    for (let n = 0; n < seconds * perSecond; n += 1) {
      asked += 1
      void service.read(`/api/images/random?frame=x${asked}&exclude=q${asked}&every=1m`)
      await Bun.sleep(Math.max(0, from + (1000 * (n + 1)) / perSecond - performance.now()))
    }
    return (performance.now() - from) / 1000
  }
  await ask(before)
  const from = await service.written()
  const took = await ask(measured)
  const perHour = ((await service.written()) - from) * (3600 / took)
  const work = `written in an hour while ${perSecond} made-up slots a second are asked for`
  return atMost(work, perHour, 50e6, mebibytes)
}

/** Each frame has two rounds, one with conditions, and slots. */
async function stateOfFrames(): Promise<Row> {
  await using folder = await collection()
  await using service = await startService(folder.path)
  const ofAny = ['', '', '&folder=trips&orientation=landscape&every=1h']
  for (let n = 0; n < 1000; n += 1) {
    for (const query of n < 500 ? ofAny : ['&every=1h']) {
      await service.read(`/api/images/random?frame=frame-${n}${query}`)
    }
  }
  await service.stop()
  const size = bytesOfState(folder.path, 'rounds', 'slots', 'frames')
  return atMost('state of 1,000 frames on the disk', size, 1e6, mebibytes)
}

/** The size of some of what is kept of frames, in bytes. */
export const bytesOfState = (uploads: string, ...names: string[]) =>
  names.reduce((sum, name) => sum + Bun.file(join(uploads, `.photo-frame/${name}.json`)).size, 0)

async function collection() {
  const folder = await temporaryFolder()
  await fill(folder.path, 1000, undefined, (n) => `trips/${n % 10}/IMG_${n}.jpg`)
  return folder
}
