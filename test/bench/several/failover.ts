/**
 * Kills one of three processes behind nginx while frames and admins use them, and starts it again:
 * `bun failover.ts FOLDER FOLDER FOLDER`, with three paths that lead to one folder. It writes its
 * rows as JSON.
 */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { freeAddresses } from '../../support/free-addresses.ts'
import { startBalancer } from '../../support/balancer.ts'
import { temporaryFolder } from '../../support/temporary.ts'
import { fill } from '../fill.ts'
import { secondsOf } from '../measure.ts'
import { startService, type Service } from '../processes.ts'
import { atMost, count, seconds, type Row } from '../report.ts'
import { watch } from './frames.ts'
import { hashOf, upload, type Uploaded } from './uploader.ts'

const pictures = 8
/** One at each process at first. */
const admins = 3
const [album, target] = ['album', 'new']

interface FailoverOptions {
  /** Paths of one folder, one for each process. */
  folders: readonly string[]
  /** Milliseconds from one picture of a frame to its next. */
  every: number
  /** Milliseconds from one upload of an admin to the next. */
  pause: number
  /** Seconds before the kill, while the process is away, and after it is back. */
  phases: readonly [number, number, number]
}

/** How many frames show pictures. */
const frames = 300

async function framesOf({ told }: Service): Promise<Set<string>> {
  const { frames } = await told('GET /api/frames')
  return new Set(frames.map(({ name }: { name: string }) => name))
}

/** Starts processes behind nginx, which is set up for three, on paths of one folder. */
export async function startBehindNginx(folders: readonly string[]) {
  const stack = new AsyncDisposableStack()
  const addresses = await freeAddresses(folders.length)
  const states = await Promise.all(folders.map(async () => stack.use(await temporaryFolder())))
  const start = async (index: number) => {
    const PORT = new URL(`http://${addresses[index]}`).port
    const env = { PORT, TRUST_PROXY: 'on', STATE_DIR: states[index]?.path ?? '' }
    return stack.use(await startService(folders[index] ?? '', { env }))
  }
  const services = await Promise.all(folders.map((_, index) => start(index)))
  const behind = [0, 1, 2].map((index) => addresses[index % addresses.length] ?? '')
  const { url } = stack.use(await startBalancer('nginx', behind))
  return { url, services, start, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

/** @param where follows the name of what is measured. */
export async function failover(where: string, options: FailoverOptions): Promise<Row[]> {
  const { folders, every, pause, phases } = options
  const [first = ''] = folders
  await fill(join(first, album), pictures)
  await using processes = await startBehindNginx(folders)
  const { url, services, start } = processes

  const end = new AbortController()
  const watching = watch({ url, count: frames, pictures, folder: album, every }, end.signal)
  const uploaded: Uploaded = { acknowledged: new Map(), refused: [] }
  const uploading = Array.from({ length: admins }, (_, admin) =>
    upload({ url, folder: target, admin, pause }, end.signal, uploaded),
  )
  await Bun.sleep(phases[0] * 1000)
  const victim = services[1]
  if (victim === undefined) throw new Error('There is no second process.')
  const own = await framesOf(victim)
  const killedAt = performance.now()
  await victim.stop('SIGKILL')
  const goneAt = performance.now()
  await Bun.sleep(phases[1] * 1000)
  const restart = await secondsOf(async () => (services[1] = await start(1)))
  await Bun.sleep(phases[2] * 1000)
  end.abort()
  const seen = await watching
  const logins = await Promise.all(uploading)

  await Bun.sleep(2000)
  const lost = await countLost(uploaded.acknowledged, folders, services)
  const isInFlight = (each: { from: number; to: number }) =>
    each.from <= goneAt && killedAt <= each.to
  const refused = uploaded.refused.filter((each) => !isInFlight(each))
  for (const { from: sentAt, answer } of refused) {
    const after = seconds((sentAt - killedAt) / 1000)
    console.error(`refused: ${answer}, sent ${after} after the kill`)
  }
  const repeaters = new Set(seen.repeaters)
  const ofKilled = repeaters.intersection(own).size
  const inFlight = uploaded.refused.length - refused.length
  const again = logins.reduce((sum, each) => sum + each, 0) - admins
  const work = `three processes behind nginx${where}, one killed and started again: `
  const answers = `${seen.pictures} pictures, ${seen.failures} other answers`
  return [
    atMost(
      `${work}the longest wait of ${frames} frames`,
      seen.longestWait,
      2,
      seconds,
      ` (${answers}; the start took ${seconds(restart)})`,
    ),
    atMost(
      `${work}frames of the others that got a picture twice in a round`,
      repeaters.difference(own).size,
      0,
      count,
      ` (and ${ofKilled} of its own)`,
    ),
    atMost(`${work}acknowledged uploads lost`, lost, 0, count, ` of ${uploaded.acknowledged.size}`),
    atMost(
      `${work}uploads refused but for those in flight at it`,
      refused.length,
      0,
      count,
      ` (in flight: ${inFlight}; logged in again: ${again})`,
    ),
  ]
}

/** Compares what was acknowledged with each path of the folder, and with what each process lists. */
async function countLost(
  acknowledged: ReadonlyMap<string, string>,
  folders: readonly string[],
  services: readonly Service[],
): Promise<number> {
  const lost = new Map<string, string>()
  for (const folder of folders) {
    const found = new Set(await readdir(join(folder, target)))
    for (const [path, hash] of acknowledged) {
      if (!found.has(path.slice(target.length + 1))) lost.set(path, `not in ${folder}`)
      else if (hashOf(await Bun.file(join(folder, path)).bytes()) !== hash) {
        lost.set(path, `different in ${folder}`)
      }
    }
  }
  for (const { url, told } of services) {
    const { images } = await told(`GET /api/folders?path=${target}`)
    const listed = new Set(images.map(({ path }: { path: string }) => path))
    for (const path of acknowledged.keys()) if (!listed.has(path)) lost.set(path, `not at ${url}`)
  }
  for (const [path, reason] of lost) console.error(`lost: ${path} is ${reason}`)
  return lost.size
}

if (import.meta.main) {
  // More than a round of each frame, slow enough for a virtual machine on one processor.
  const options = { every: 15_000, pause: 1000, phases: [60, 10, 110] } as const
  const rows = await failover(' on NFS', { folders: process.argv.slice(2), ...options })
  console.log(JSON.stringify(rows))
  process.exit(0)
}
