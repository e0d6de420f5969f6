import { join } from 'node:path'
import { picture } from '../support/pictures.ts'
import { temporaryFolder } from '../support/temporary.ts'
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
      const query = `frame=x${asked}&exclude=q${asked}&every=1m`
      void fetch(`${service.url}/api/images/random?${query}`).then((answer) => answer.arrayBuffer())
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
  for (let n = 0; n < 500; n += 1) {
    const address = `${service.url}/api/images/random?frame=frame-${n}`
    for (const query of ['', '', '&folder=trips&orientation=landscape&every=1h']) {
      await (await fetch(address + query)).arrayBuffer()
    }
  }
  for (let n = 500; n < 1000; n += 1) {
    const address = `${service.url}/api/images/random?frame=frame-${n}&every=1h`
    await (await fetch(address)).arrayBuffer()
  }
  await service[Symbol.asyncDispose]()
  const files = ['rounds.json', 'slots.json', 'frames.json']
  const sizes = files.map((name) => Bun.file(join(folder.path, '.photo-frame', name)).size)
  const size = sizes.reduce((sum, each) => sum + each, 0)
  return atMost('state of 1,000 frames on the disk', size, 1e6, mebibytes)
}

async function collection() {
  const folder = await temporaryFolder()
  for (let n = 0; n < 1000; n += 1) {
    await Bun.write(join(folder.path, `trips/${n % 10}/IMG_${n}.jpg`), picture(n))
  }
  return folder
}
