import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { jpeg } from '../../support/pictures.ts'
import { inTurns, load } from '../measure.ts'
import { logIn, startService, type Server } from '../processes.ts'
import { atLeast, atMost, mebibytes, percent, seconds, times, type Row } from '../report.ts'

const images = 100_000
const perFolder = 100
const rare = 10
const requestsPerTurn = 20_000
const warmUp = 60_000
const mebibyte = 1024 ** 2

const common = 'orientation=portrait&since=365d'
const seldom = 'from=2001-01-01&to=2001-12-31'

/** Half of the pictures are portraits; of ten, one in each of ten folders, the file is old. */
export function makeCollection(path: string): void {
  const old = new Date(2001, 5, 1)
  for (let folder = 0; folder < images / perFolder; folder += 1) {
    const place = join(path, `folder ${folder}`)
    mkdirSync(place, { recursive: true })
    for (let number = 0; number < perFolder; number += 1) {
      const shape = number % 2 === 0 ? { width: 4, height: 3 } : { width: 3, height: 4 }
      const file = join(place, `IMG_${number}.jpg`)
      writeFileSync(file, jpeg({ ...shape, salt: `${folder} ${number}` }))
      if (number === 0 && folder < rare) utimesSync(file, old, old)
    }
  }
}

const randomOf = ({ url }: Server, query = '') => `${url}/api/images/random?${query}`

/** Has every picture probed, as the index in the background would do in its time. */
async function index(service: Server): Promise<void> {
  const cookie = await logIn(service)
  const answer = await fetch(`${service.url}/api/admin`, { headers: { Cookie: cookie } })
  if (answer.status !== 200) throw new Error(`The summary was answered with ${answer.status}.`)
  await answer.arrayBuffer()
}

/** Requests per second with conditions, next to those without. */
export async function conditions(uploadsDir: string): Promise<Row[]> {
  await using service = await startService(uploadsDir)
  await index(service)
  for (const query of ['', common, seldom]) await load(randomOf(service, query), warmUp)
  const rounds = await inTurns(7, async () => ({
    all: (await load(randomOf(service), requestsPerTurn)).perSecond,
    common: (await load(randomOf(service, common), requestsPerTurn)).perSecond,
    seldom: (await load(randomOf(service, seldom), requestsPerTurn)).perSecond,
  }))
  const rate = (name: 'all' | 'common' | 'seldom') =>
    rounds.median((round) => round[name]).toFixed(0)
  await Bun.sleep(3000)
  const { now, peak } = await service.memory()
  return [
    atLeast(
      `random with ${common}, which half of 100,000 meet, of random without`,
      rounds.median(({ all, common }) => common / all),
      0.8,
      percent,
      ` (${rate('common')}/s to ${rate('all')}/s)`,
    ),
    atLeast(
      'random with a condition that 10 of 100,000 meet, of random without',
      rounds.median(({ all, seldom }) => seldom / all),
      0.5,
      percent,
      ` (${rate('seldom')}/s to ${rate('all')}/s)`,
    ),
    atMost(
      'resident memory with 100,000 images, all indexed, after random with conditions',
      now,
      130 * mebibyte,
      mebibytes,
      ` (peak ${mebibytes(peak)})`,
    ),
  ]
}

/** From the start of the process to the first picture, with the index on the disk. */
export async function starts(uploadsDir: string): Promise<Row> {
  const first = async (query: string) => {
    const from = performance.now()
    await using service = await startService(uploadsDir)
    const answer = await fetch(randomOf(service, query))
    await answer.arrayBuffer()
    return (performance.now() - from) / 1000
  }
  const measure = async () => ({ all: await first(''), some: await first(common) })
  await measure()
  const rounds = await inTurns(7, measure)
  const [all, some] = [rounds.median(({ all }) => all), rounds.median(({ some }) => some)]
  return atMost(
    'start with an index to the first picture with a condition, of one without',
    rounds.median(({ all, some }) => some / all),
    1.3,
    times,
    ` (${seconds(some)} to ${seconds(all)})`,
  )
}
