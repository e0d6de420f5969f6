import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { invite } from '../support/inviting.ts'
import { openConnection } from '../support/raw-http.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { fill } from './fill.ts'
import { onLowPower } from './low-power.ts'
import { besideRow } from './measure.ts'
import { photoJpeg } from './photos.ts'
import { answerOf, run, startService, untilIndexed, type Service } from './processes.ts'
import { atMost, count, mebibyte, mebibytes, type Row } from './report.ts'

/** What goes on while a frame asks for its pictures. */
interface Disturbance {
  work: string
  bound: number
  /** Milliseconds after each picture. */
  pause: number
  during: (service: Service) => Promise<unknown>
  /** Ends it where it does not end by itself. */
  untilUsual?: (service: Service) => Promise<void>
}

const untilChecked = async (service: Service) => {
  while ((await service.told('GET /api/admin')).checked < photos + others) await Bun.sleep(500)
}

/** Of 12 megapixels, and tiny ones. */
const [photos, others] = [60, 500]
const tablets = 200
const party = { guests: 60, photos: 20, bytes: 5 * mebibyte }

const disturbances: Disturbance[] = [
  {
    work: `${photos + others} pictures are indexed`,
    bound: 1.5,
    pause: 100,
    during: untilIndexed,
  },
  {
    work: `${photos + others} pictures are checked`,
    bound: 1.1,
    pause: 1000,
    during: () => Bun.sleep(30_000),
    untilUsual: untilChecked,
  },
  {
    work: 'another client asks for new sizes on 50 connections',
    bound: 3,
    pause: 500,
    during: async ({ url }) => {
      const sizes = Array.from(
        { length: 900 },
        (_, n) => `${url}/uploads/frames/0.jpg?width=${100 + n}`,
      )
      await using client = run('load.ts', sizes.join(' '), 50, 1_000_000)
      await Bun.sleep(20_000)
      client.kill()
    },
  },
  {
    work: `${tablets} tablets ask for their settings every 5 s`,
    bound: 1.2,
    pause: 100,
    during: async ({ ask }) => {
      for (let n = 0; n < 10_000 / (5000 / tablets); n += 1) {
        void ask(`GET /api/frames/tablet-${n % tablets}`)
        await Bun.sleep(5000 / tablets)
      }
    },
  },
]

/** What a frame waits for on a small board while others want something, too. */
export async function besides(): Promise<Row[]> {
  await using folder = await temporaryFolder()
  const photo = await photoJpeg(4000, 3000)
  await fill(join(folder.path, 'frames'), photos, (index) => [photo, Buffer.from(String(index))])
  await fill(join(folder.path, 'others'), others)
  return await onLowPower('a frame beside others', async (power) => {
    await using service = await startService(folder.path, { ...power, env: { CACHE_SIZE: '0' } })
    const ask = () => askAsFrame(service.url)
    const rows: Row[] = []
    for (const { work, bound, pause, during, untilUsual } of disturbances) {
      rows.push(
        await besideRow(
          work,
          bound,
          ask,
          pause,
          () => during(service),
          () => untilUsual?.(service) ?? Promise.resolve(),
        ),
      )
    }
    return [...rows, ...(await partyRows(service, ask))]
  })
}

/** Asks from an address of its own, as services share their time by that. */
async function askAsFrame(url: string): Promise<void> {
  using connection = await openConnection(url, '127.0.0.2')
  const path = '/api/images/random?frame=hall&folder=frames&as=image&width=800&height=480'
  connection.write(`GET ${path} HTTP/1.1\r\nHost: frame\r\n\r\n`)
  const { status } = await connection.answer()
  if (status !== 200) throw new Error(`A frame was answered ${status}.`)
}

/** Guests send photos: all of them are stored, and once. */
async function partyRows(service: Service, ask: () => Promise<unknown>): Promise<Row[]> {
  const { token } = await invite(service, { folder: 'party', maxFiles: 10_000 })
  const work = `${party.guests} guests send ${party.photos} photos of 5 MB each`
  const send = () => answerOf('party.ts', service.url, token, ...Object.values(party))
  const beside = await besideRow(work, 2, ask, 500, send)
  const { peak } = await service.memory()
  const names = await readdir(join(service.uploadsDir, 'party'))
  const beginnings = names.map((name) =>
    Bun.file(join(service.uploadsDir, 'party', name))
      .slice(0, 200)
      .text(),
  )
  const different = new Set(await Promise.all(beginnings)).size
  const all = party.guests * party.photos
  return [
    beside,
    atMost(`${work}: lost`, all - different, 0, count),
    atMost(`${work}: stored twice`, names.length - different, 0, count),
    atMost('memory after all of these', peak, 160 * mebibyte, mebibytes),
  ]
}
