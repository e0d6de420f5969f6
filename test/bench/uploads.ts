import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { form, uploadHead } from '../support/form.ts'
import { picture } from '../support/pictures.ts'
import { openConnection } from '../support/raw-http.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { onLowPower, type LowPower } from './low-power.ts'
import { inTurns } from './measure.ts'
import { answerOf, startBare, startService } from './processes.ts'
import { atMost, mebibyte, mebibytes, report, seconds, times, type Row } from './report.ts'

/** How many uploads stall, and for how long before another one comes, in milliseconds. */
const [stalled, stalledFor] = [40, 3000]

/** Uploads: of any size within little memory, and about as fast as the disk. */
export async function uploads(): Promise<Row[]> {
  const rows: Row[] = []
  for (const work of heavy) {
    rows.push(...(await onLowPower(work.name, async (power) => [await heavyRow(work, power)])))
  }
  return [...rows, await speedRow(), await stalledRow()]
}

interface Heavy {
  name: string
  /** How many requests come at once, and how many files of how many MiB are in each. */
  requests: number
  files: number
  size: number
  /** Resident memory at its peak, in MiB. */
  bound: number
}

const heavy: Heavy[] = [
  { name: '1 GB in one request (200 files)', requests: 1, files: 200, size: 5, bound: 96 },
  { name: '4 requests of 250 MB at once', requests: 4, files: 50, size: 5, bound: 110 },
  { name: 'one file of 300 MB', requests: 1, files: 1, size: 300, bound: 96 },
]

async function heavyRow({ name, requests, files, size, bound }: Heavy, { wrap }: LowPower) {
  await using folder = await temporaryFolder()
  await using service = await startService(folder.path, { wrap, env: { MAX_FILE_SIZE: '1GB' } })
  const { cookie } = await service.login()
  const results = await Promise.all(
    Array.from({ length: requests }, (_, number) =>
      sendForm(service.url, cookie, `of ${number}`, files, size * mebibyte),
    ),
  )
  const { peak } = await service.memory()
  const statuses = results.map(({ status }) => status).join(', ')
  const took = Math.max(...results.map((result) => result.seconds))
  return report({
    work: `${name}, low power`,
    measured: `${statuses}, peak ${mebibytes(peak)}, ${took.toFixed(0)} s`,
    bound: `200, peak <= ${mebibytes(bound * mebibyte)}`,
    met: peak <= bound * mebibyte && results.every(({ status }) => status === 200),
  })
}

async function speedRow(): Promise<Row> {
  await using folder = await temporaryFolder()
  const path = join(folder.path, 'uploads')
  const bareFile = join(folder.path, 'bare')
  await using service = await startService(path)
  await using bare = await startBare('upload', bareFile)
  const { cookie } = await service.login()
  const send = async (url: string, written: string) => {
    const sent = await sendForm(url, cookie, 'of 60', 60, 5 * mebibyte)
    await rm(written, { recursive: true })
    if (sent.status !== 200) throw new Error(`An upload was answered with ${sent.status}.`)
    return sent.seconds
  }
  const measure = async () => ({
    ours: await send(service.url, join(path, 'of 60')),
    theirs: await send(bare.url, bareFile),
  })
  const rounds = await inTurns(7, measure, 1)
  const work = '300 MB in 60 files, of a bare server that writes one file'
  return atMost(work, rounds.compare('ours', 'theirs', seconds), 1.3, times)
}

/** An upload beside others of the same session that have stopped in the middle. */
async function stalledRow(): Promise<Row> {
  await using folder = await temporaryFolder()
  await using service = await startService(folder.path)
  const { cookie } = await service.login()
  using connections = new DisposableStack()
  const body = form('stalled.jpg', Buffer.concat([picture(1), randomBytes(mebibyte)]))
  for (let number = 0; number < stalled; number += 1) {
    const connection = connections.use(await openConnection(service.url))
    connection.write(uploadHead(cookie, body.length))
    connection.write(body.subarray(0, body.length / 2))
  }
  await Bun.sleep(stalledFor)
  const waits: number[] = []
  for (let number = 0; number < 5; number += 1) {
    const sent = await sendForm(service.url, cookie, '', 1, mebibyte)
    waits.push(sent.status === 200 ? sent.seconds : Infinity)
  }
  return atMost(`an upload beside ${stalled} stalled ones`, Math.max(...waits), 1, seconds)
}

const sendForm = (
  url: string,
  ...form: [cookie: string, folder: string, files: number, bytesPerFile: number]
): Promise<{ status: number; seconds: number }> =>
  answerOf('send-form.ts', `${url}/api/upload`, ...form)
