import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { form, uploadHead } from '../support/form.ts'
import { picture } from '../support/pictures.ts'
import { openConnection } from '../support/raw-http.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { withLowPower, type LowPower } from './low-power.ts'
import { inTurns } from './measure.ts'
import { logIn, runToEnd, startServer, startService, type Server } from './processes.ts'
import { atMost, mebibytes, report, seconds, skipped, times, type Row } from './report.ts'

const megabyte = 1024 ** 2

/** How many uploads stall, and for how long before another one comes, in milliseconds. */
const [stalled, stalledFor] = [40, 3000]

/** Uploads: of any size within little memory, and about as fast as the disk. */
export async function uploads(): Promise<Row[]> {
  const rows: Row[] = []
  for (const work of heavy) {
    const row = await withLowPower((power) => heavyRow(work, power))
    const bound = `200, peak <= ${mebibytes(work.bound)}`
    rows.push(row ?? skipped(work.name, bound, 'no cgroups'))
  }
  rows.push(await speedRow(), await stalledRow())
  return rows
}

interface Heavy {
  name: string
  /** How many requests come at once, and what is in each. */
  requests: number
  files: number
  bytesPerFile: number
  /** Resident memory at its peak. */
  bound: number
}

const heavy: Heavy[] = [
  {
    name: '1 GB in one request (200 files), low power',
    requests: 1,
    files: 200,
    bytesPerFile: 5 * megabyte,
    bound: 96 * megabyte,
  },
  {
    name: '4 requests of 250 MB at once, low power',
    requests: 4,
    files: 50,
    bytesPerFile: 5 * megabyte,
    bound: 110 * megabyte,
  },
  {
    name: 'one file of 300 MB, low power',
    requests: 1,
    files: 1,
    bytesPerFile: 300 * megabyte,
    bound: 96 * megabyte,
  },
]

async function heavyRow({ name, requests, files, bytesPerFile, bound }: Heavy, power: LowPower) {
  await using folder = await temporaryFolder()
  await using service = await startService(folder.path, {
    wrap: power.wrap,
    env: { MAX_FILE_SIZE: '1GB' },
  })
  const cookie = await logIn(service)
  const results = await Promise.all(
    Array.from({ length: requests }, (_, number) =>
      sendForm(service, { cookie, folder: `of ${number}`, files, bytesPerFile }),
    ),
  )
  const { peak } = await service.memory()
  const statuses = results.map(({ status }) => status).join(', ')
  const seconds = Math.max(...results.map(({ seconds }) => seconds))
  return report({
    work: name,
    measured: `${statuses}, peak ${mebibytes(peak)}, ${seconds.toFixed(0)} s`,
    bound: `200, peak <= ${mebibytes(bound)}`,
    met: peak <= bound && results.every(({ status }) => status === 200),
  })
}

async function speedRow(): Promise<Row> {
  await using folder = await temporaryFolder()
  const path = join(folder.path, 'uploads')
  const bareFile = join(folder.path, 'bare')
  await using service = await startService(path)
  await using bare = await startServer('test/bench/bare/upload.ts', [bareFile])
  const cookie = await logIn(service)
  const measure = async () => {
    const form = { cookie, folder: 'of 60', files: 60, bytesPerFile: 5 * megabyte }
    const ours = await sendForm(service, form)
    await rm(join(path, form.folder), { recursive: true })
    const theirs = await sendForm(bare, form)
    await rm(bareFile)
    if (ours.status !== 200) throw new Error(`An upload was answered with ${ours.status}.`)
    return { ours: ours.seconds, theirs: theirs.seconds }
  }
  await measure()
  const rounds = await inTurns(7, measure)
  const [ours, theirs] = [rounds.median(({ ours }) => ours), rounds.median(({ theirs }) => theirs)]
  return atMost(
    '300 MB in 60 files, of a bare server that writes one file',
    rounds.median(({ ours, theirs }) => ours / theirs),
    1.3,
    times,
    ` (${ours.toFixed(2)} s to ${theirs.toFixed(2)} s)`,
  )
}

/** An upload beside others of the same session that have stopped in the middle. */
async function stalledRow(): Promise<Row> {
  await using folder = await temporaryFolder()
  await using service = await startService(folder.path)
  const cookie = await logIn(service)
  using connections = new DisposableStack()
  const content = Buffer.concat([picture(1), randomBytes(megabyte)])
  const body = form('stalled.jpg', content)
  for (let number = 0; number < stalled; number += 1) {
    const connection = connections.use(await openConnection(service.url))
    connection.write(uploadHead(cookie, body.length))
    connection.write(body.subarray(0, body.length / 2))
  }
  await Bun.sleep(stalledFor)
  const waits: number[] = []
  for (let number = 0; number < 5; number += 1) {
    const sent = await sendForm(service, { cookie, folder: '', files: 1, bytesPerFile: megabyte })
    waits.push(sent.status === 200 ? sent.seconds : Number.POSITIVE_INFINITY)
  }
  return atMost(`an upload beside ${stalled} stalled ones`, Math.max(...waits), 1, seconds)
}

interface Form {
  cookie: string
  folder: string
  files: number
  bytesPerFile: number
}

interface FormResult {
  status: number
  seconds: number
}

async function sendForm({ url }: Server, form: Form): Promise<FormResult> {
  const { cookie, folder, files, bytesPerFile } = form
  const args = [`${url}/api/upload`, cookie, folder, String(files), String(bytesPerFile)]
  return JSON.parse(await runToEnd('test/bench/send-form.ts', args))
}
