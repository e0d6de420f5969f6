import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { AdminPage } from '../../support/admin-page.ts'
import { startFaultyProxy, type Fault } from '../../support/faulty-proxy.ts'
import { temporaryFolder } from '../../support/temporary.ts'
import { fill } from '../fill.ts'
import { onLowPower } from '../low-power.ts'
import { inTurns, secondsOf } from '../measure.ts'
import { photoJpeg } from '../photos.ts'
import { startService } from '../processes.ts'
import { atMost, ifPossible, report, seconds, times, type Row } from '../report.ts'
import { openPage, phone } from './looking.ts'

const photoBytes = 5 * 1024 ** 2

/** Photos of 5 MB on a phone: one photo with different endings, so that no two are the same. */
async function takePhotos(folder: string, count: number): Promise<string[]> {
  const photo = await photoJpeg(4000, 3000)
  const nameOf = (index: number) => `IMG_${index}.jpg`
  const ending = (index: number) =>
    Buffer.alloc(Math.max(0, photoBytes - photo.length), `${index} `)
  await fill(folder, count, (index) => [photo, ending(index)], nameOf)
  return Array.from({ length: count }, (_, index) => join(folder, nameOf(index)))
}

/** Waits until the page says that so many pictures are stored. */
async function untilStored(page: Pick<AdminPage, 'ask'>, count: number): Promise<void> {
  const text = `document.querySelector('.uploads [role=status]')?.textContent ?? ''`
  while (!(await page.ask<string>(text)).startsWith(`${count} of ${count} `)) await Bun.sleep(50)
}

const perTurn = 30

/** The page sends the files that HTTPie sends. */
export function uploadSpeed(): Promise<Row[]> {
  const work = 'uploading 30 photos of 5 MB through the page, of the time with HTTPie'
  return ifPossible(work, ['httpie'], async () => {
    await using camera = await temporaryFolder()
    await using board = await temporaryFolder()
    const paths = await takePhotos(camera.path, perTurn)
    await using service = await startService(board.path)
    const { cookie } = await service.login()
    const files = paths.map((path) => `files@${path}`)
    const command = ['http', '--ignore-stdin', '--check-status', '-f', 'POST']
    command.push(`${service.url}/api/upload`, `Cookie:${cookie}`, ...files)
    await using page = await openPage(service.url, phone)
    const clear = async () => {
      for (const name of await readdir(board.path)) {
        if (!name.startsWith('.')) await rm(join(board.path, name), { recursive: true })
      }
      await Bun.sleep(2500)
    }
    const rounds = await inTurns(3, async () => {
      await clear()
      const theirs = await secondsOf(async () => {
        const { exited } = Bun.spawn(command, { stdout: 'ignore' })
        if ((await exited) !== 0) throw new Error('HTTPie could not upload.')
      })
      await clear()
      const ours = await secondsOf(async () => {
        await page.addFiles(paths)
        await untilStored(page, perTurn)
      })
      await page.press('Clear')
      return { ours, theirs }
    })
    return [atMost(work, rounds.compare('ours', 'theirs', seconds), 1.3, times)]
  })
}

const photos = 200
/** The uploads that are cut: one in forty. */
const faults = Array.from({ length: photos }, (_, index): Fault => {
  if (index % 40 !== 20) return 'none'
  return index % 80 === 20 ? 'cut' : 'cut before the answer'
})
/** The service is killed once it has stored so many. */
const killAfter = 90

/** Over a network that is lost five times, to a board that is switched off and on again. */
export async function lossyUpload(): Promise<Row[]> {
  const work = '200 photos of 5 MB, the network cut five times, the service killed once, low power'
  await using camera = await temporaryFolder()
  const paths = await takePhotos(camera.path, photos)
  return await onLowPower(work, async (power) => {
    await using board = await temporaryFolder()
    await mkdir(join(board.path, 'album'))
    await using services = new AsyncDisposableStack()
    const start = async () => services.use(await startService(board.path, power))
    let service = await start()
    using proxy = await startFaultyProxy(() => service.url, faults)
    await using page = await openPage(proxy.url, phone)
    await page.show('pictures/album')
    await page.untilText('nothing here yet')
    const stored = () => readdir(join(board.path, 'album'))
    const taken = await secondsOf(async () => {
      await page.addFiles(paths)
      while ((await stored()).length < killAfter) await Bun.sleep(50)
      await service.stop('SIGKILL')
      await Bun.sleep(3000)
      service = await start()
      await untilStored(page, photos)
    })
    const names = await stored()
    const hashes = names.map(async (name) =>
      Bun.hash(await Bun.file(join(board.path, 'album', name)).bytes()),
    )
    const different = new Set(await Promise.all(hashes)).size
    return [
      report({
        work,
        measured: `${names.length} there, ${names.length - different} twice, ${taken.toFixed(0)} s`,
        bound: 'all there, none twice, no click',
        met: names.length === photos && different === photos && proxy.faultsLeft() === 0,
      }),
    ]
  })
}
