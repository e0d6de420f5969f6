import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '../support/temporary.ts'
import { onLowPower } from './low-power.ts'
import { inTurns } from './measure.ts'
import { answerOf, startBare, startService, type StartOptions } from './processes.ts'
import { atMost, mebibyte, mebibytes, seconds, times, type Row } from './report.ts'

/** Uploads: of any size within little memory, and about as fast as the disk. */
export async function uploads(): Promise<Row[]> {
  const rows: Row[] = []
  for (const work of heavy) {
    rows.push(...(await onLowPower(work.name, async (power) => [await heavyRow(work, power)])))
  }
  return [...rows, await speedRow()]
}

/** How many files of how many MiB come in one request, and resident memory at its peak, in MiB. */
const heavy = [
  { name: '1 GB in one request (200 files)', files: 200, size: 5, bound: 96 },
  { name: 'one file of 300 MB', files: 1, size: 300, bound: 92 },
]

async function heavyRow(
  { name, files, size, bound }: (typeof heavy)[number],
  power: StartOptions,
): Promise<Row> {
  await using folder = await temporaryFolder()
  await using service = await startService(folder.path, {
    ...power,
    env: { MAX_FILE_SIZE: '1GB' },
  })
  const { cookie } = await service.login()
  const sent = await sendForm(service.url, cookie, 'new', files, size * mebibyte)
  const peak = sent.status === 200 ? (await service.memory()).peak : Infinity
  const took = ` (${sent.seconds.toFixed(0)} s)`
  return atMost(`peak memory for ${name}, low power`, peak, bound * mebibyte, mebibytes, took)
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

export const sendForm = (
  url: string,
  ...form: [cookie: string, folder: string, files: number, bytesPerFile: number]
): Promise<{ status: number; seconds: number }> =>
  answerOf('send-form.ts', `${url}/api/upload`, ...form)
