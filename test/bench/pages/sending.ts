import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '../../support/temporary.ts'
import { fill } from '../fill.ts'
import { inTurns, secondsOf } from '../measure.ts'
import { photoJpeg } from '../photos.ts'
import { startService } from '../processes.ts'
import { atMost, ifPossible, seconds, times, type Row } from '../report.ts'
import { openPage, phone } from './looking.ts'

const perTurn = 30
const photoBytes = 5 * 1024 ** 2

/** The page sends the files that HTTPie sends. */
export function uploadSpeed(): Promise<Row[]> {
  const work = 'uploading 30 photos of 5 MB through the page, of the time with HTTPie'
  return ifPossible(work, ['httpie'], async () => {
    await using camera = await temporaryFolder()
    await using board = await temporaryFolder()
    const photo = await photoJpeg(4000, 3000)
    const ending = Buffer.alloc(photoBytes - photo.length)
    const nameOf = (index: number) => `IMG_${index}.jpg`
    const contentOf = (index: number) => [photo, ending, Buffer.from(String(index))]
    await fill(camera.path, perTurn, contentOf, nameOf)
    const paths = Array.from({ length: perTurn }, (_, index) => join(camera.path, nameOf(index)))
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
        await page.until(
          `document.querySelector('.uploads [role=status]')?.textContent.startsWith('${perTurn} of ${perTurn} ')`,
        )
      })
      await page.press('Clear the list')
      return { ours, theirs }
    })
    return [atMost(work, rounds.compare('ours', 'theirs', seconds), 1.3, times)]
  })
}
