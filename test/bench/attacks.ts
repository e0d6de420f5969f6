import { truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { blackPng, bombTypes, jpegOfScans, pngBomb } from '../support/bombs.ts'
import { noise } from '../support/pixels.ts'
import { picture } from '../support/pictures.ts'
import { openConnection } from '../support/raw-http.ts'
import { password } from '../support/server.ts'
import { temporaryFolder } from '../support/temporary.ts'
import * as attackers from './attacks/attackers.ts'
import { moveByRequests, moveOnDisk } from './attacks/long-paths.ts'
import { fill } from './fill.ts'
import { onLowPower, type LowPower } from './low-power.ts'
import { photoJpeg } from './photos.ts'
import { answerOf, startService, type Service } from './processes.ts'
import { atMost, count, mebibyte, mebibytes, seconds, type Row } from './report.ts'
import { bytesOfState } from './slots.ts'

/** What attackers make a frame wait for, on a small board that has 1,024 descriptors. */
export async function attacks(): Promise<Row[]> {
  const rows: Row[] = []
  for (const measure of [renditions, costly, moves, names, crowds, bombs, logins]) {
    await using folder = await temporaryFolder()
    rows.push(...(await onLowPower('attacks', (power) => measure(folder.path, power))))
  }
  return rows
}

const start = (folder: string, { wrap }: LowPower, env: Record<string, string> = {}) =>
  startService(folder, {
    env,
    wrap: (command) => wrap(['sh', '-c', 'ulimit -n 1024; exec "$@"', 'sh', ...command]),
  })

/** How long the slowest answer to each path took while something else happens. */
async function slowestDuring(
  { url }: Service,
  during: number,
  paths: readonly string[],
  work: () => Promise<unknown>,
): Promise<number[]> {
  const frame: Promise<(number | null)[]> = answerOf('attacks/frame.ts', url, during, ...paths)
  await Bun.sleep(500)
  await work()
  return (await frame).map((slowest) => slowest ?? Infinity)
}

const nameOf = (index: number) => (index === 0 ? 'own.jpg' : 'other.jpg')

async function renditions(folder: string, power: LowPower): Promise<Row[]> {
  const photo = await new Bun.Image(noise(1000, 750)).resize(3000, 2250).jpeg().bytes()
  await fill(folder, 2, () => photo, nameOf)
  await using service = await start(folder, power)
  const kept = '/uploads/own.jpg?width=800'
  const fresh = '/uploads/own.jpg?width={n}'
  await service.read(kept)
  const [newSize = Infinity, keptSize = Infinity] = await slowestDuring(
    service,
    20,
    [fresh, kept],
    async () => {
      await attackers.dropRenditions(service.url, 'other.jpg')
      await attackers.askForNewSizes(service.url, 'other.jpg', 12)
    },
  )
  const work = '500 renditions dropped, then 50 connections that ask for new sizes'
  return [
    atMost(`${work}: a new size for a frame`, newSize, 5, seconds),
    atMost(`${work}: a kept size`, keptSize, 0.5, seconds),
  ]
}

async function costly(folder: string, power: LowPower): Promise<Row[]> {
  const photo = await photoJpeg(4000, 3000)
  await fill(folder, 2, () => photo, nameOf)
  await using service = await start(folder, power)
  const kept = '/uploads/own.jpg?width=800'
  await service.read(kept)
  const paths = [kept, '/uploads/own.jpg?width={n}', '/uploads/own.jpg']
  const [keptSize = Infinity, newSize = Infinity, original = Infinity] = await slowestDuring(
    service,
    90,
    paths,
    () => attackers.askAndLeave(service.url, 'other.jpg', 90),
  )
  const work = '20 clients that ask for 9 megapixels in 1,000 bytes and leave after 5 s'
  return [
    atMost(`${work}: a kept size for a frame`, keptSize, 0.5, seconds),
    atMost(`${work}: a new size`, newSize, 5, seconds),
    atMost(`${work}: an original`, original, 0.5, seconds),
  ]
}

async function moves(folder: string, power: LowPower): Promise<Row[]> {
  await Bun.write(join(folder, '1.jpg'), picture(1))
  await using service = await start(folder, power)
  const { cookie } = await service.login()
  const ask = async (line: string, json?: object) => {
    const answer = await service.ask(line, { json, cookie, headers: { ID: '00:00:00:00:00:01' } })
    await answer.arrayBuffer()
    return answer.status
  }
  const paths = ['/api/images/random', '/api/folders', '/uploads/1.jpg', '/api/display']
  const countOthers = async () => {
    await Bun.sleep(2500)
    const statuses = [await ask('POST /api/images/move', { images: ['1.jpg'], folder: '' })]
    for (const path of [...paths, '/api/admin']) statuses.push(await ask(`GET ${path}`))
    return statuses.filter((status) => status !== 200).length
  }
  const done = await moveByRequests(ask, 25)
  const afterRequests = await countOthers()
  await moveOnDisk(folder, 25)
  const others = afterRequests + (await countOthers())
  await ask('DELETE /api/folders', { path: 'deep', recursive: true })
  const work = '25 folders of long names moved below one another'
  return [
    atMost(`${work} by requests: moves done, in 2,048 bytes`, done, 8, count),
    atMost(`${work}, also on the disk: requests answered otherwise than before`, others, 0, count),
  ]
}

/** How many made-up names ask, and how long one frame is watched then, in milliseconds. */
const madeUp = { names: 20_000, watched: 120_000 }

async function names(folder: string, power: LowPower): Promise<Row[]> {
  await fill(folder, 1000)
  await using service = await start(folder, power)
  const ask = async (name: string, conditions: string) =>
    (await service.ask(`GET /api/images/random?frame=${name}&${conditions}`)).arrayBuffer()
  for (let n = 0; n < 100; n += 1) await ask('hall', 'every=1m')
  const before = await service.memory()
  const longest = 2000 - 'frame=made-up-00000&exclude='.length
  for (let n = 0; n < madeUp.names; n += 16) {
    await Promise.all(
      Array.from({ length: 16 }, (_, index) => {
        const name = `made-up-${String(n + index).padStart(5, '0')}`
        return ask(name, `exclude=${name.padEnd(longest, 'x')}`)
      }),
    )
  }
  const after = await service.memory()
  // What strangers have left to write is written.
  await Bun.sleep(31_000)
  const state = bytesOfState(folder, 'rounds', 'slots', 'frames', 'steering', 'marks')
  const from = await service.written()
  const until = performance.now() + madeUp.watched
  while (performance.now() < until) {
    await ask('hall', 'every=1m')
    await Bun.sleep(5000)
  }
  const perHour = ((await service.written()) - from) * (3_600_000 / madeUp.watched)
  const work = '20,000 made-up names with the longest conditions'
  return [
    atMost(`${work}: memory`, after.now - before.now, 20 * mebibyte, mebibytes),
    atMost(`${work}: state on the disk`, state, 4 * mebibyte, mebibytes),
    atMost(`${work}: written in the next hour for one frame, every=1m`, perHour, 1e6, mebibytes),
  ]
}

async function crowds(folder: string, power: LowPower): Promise<Row[]> {
  const folders = Array.from({ length: 1000 }, (_, index) => `f${index}`)
  for (const name of folders) {
    await fill(join(folder, name), 10, (index) => picture(`${name}/${index}`))
    for (let n = 0; n < 10; n += 1) await truncate(join(folder, name, `${n}.jpg`), 100_000)
  }
  const long = Array.from({ length: 6 }, () => 'Ἀ'.repeat(80)).join('/')
  await fill(join(folder, long), 3000)
  await using service = await start(folder, power)
  const frame = ['/api/images/random?as=image']
  const listings = await slowestDuring(service, 30, frame, async () => {
    await attackers.listAll(service.url, folders)
  })
  const whileOpen = (open: () => ReturnType<typeof attackers.stayIdle>) =>
    slowestDuring(service, 8, frame, async () => {
      const connections = await open()
      await Bun.sleep(5000)
      for (const connection of connections) connection.breakOff()
    })
  const path = `/api/folders?path=${encodeURIComponent(long)}`
  const readers = await whileOpen(() => attackers.readNothing(service.url, path, 100))
  const idle = await whileOpen(() => attackers.stayIdle(service.url, 1100))
  const { peak } = await service.memory()
  return [
    atMost('1,000 first listings at once: a picture', Math.max(...listings), 1, seconds),
    atMost('100 readers that do not read: a picture', Math.max(...readers), 1, seconds),
    atMost('1,100 idle connections: a picture', Math.max(...idle), 1, seconds),
    atMost('memory after all of these', peak, 200 * mebibyte, mebibytes),
  ]
}

async function bombs(folder: string, power: LowPower): Promise<Row[]> {
  for (const type of bombTypes) await Bun.write(join(folder, `${type}.png`), pngBomb(type, 900))
  await Bun.write(join(folder, 'scans.jpg'), await jpegOfScans(5000))
  await Bun.write(join(folder, 'black.png'), blackPng(7000, 7000))
  const good = (index: number) => noise(300, 200, index + 1)
  await fill(folder, 10, good, (index) => `good-${index}.png`)
  await using service = await start(folder, power)
  const deal = async (frame: number) => {
    for (let time = 0; time < 20; time += 1) {
      const query = `frame=frame-${frame}&as=image&width=${400 + frame}`
      await (await service.ask(`GET /api/images/random?${query}`)).arrayBuffer()
    }
  }
  const slowest = await slowestDuring(service, 15, ['/uploads/good-0.png?width={n}'], () =>
    Promise.all(Array.from({ length: 10 }, (_, frame) => deal(frame))),
  )
  const { peak } = await service.memory()
  const work = 'bombs dealt to ten frames'
  return [
    atMost(`${work}: another picture`, Math.max(...slowest), 2, seconds),
    atMost(`${work}: memory`, peak, 200 * mebibyte, mebibytes),
  ]
}

async function logins(folder: string, power: LowPower): Promise<Row[]> {
  await Bun.write(join(folder, 'a.jpg'), picture('a'))
  const hash = await Bun.password.hash(password)
  await using service = await start(folder, power, { ADMIN_PASSWORD: hash })
  void attackers.guessPasswords(service, 300)
  await Bun.sleep(500)
  const from = performance.now()
  using admin = await openConnection(service.url, '127.0.0.2')
  const body = JSON.stringify({ password })
  admin.write(
    'POST /api/auth/login HTTP/1.1\r\nHost: frame\r\nContent-Type: application/json\r\n' +
      `Content-Length: ${body.length}\r\n\r\n${body}`,
  )
  const { status } = await admin.answer()
  const took = status === 200 ? (performance.now() - from) / 1000 : Infinity
  return [
    atMost('300 logins of another network with an argon2 hash: the admin is in', took, 10, seconds),
  ]
}
