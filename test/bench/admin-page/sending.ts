import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { adminPage } from '../../support/admin-page.ts'
import { startChromium } from '../../support/browsers/chromium-driver.ts'
import { startFaultyProxy, type Fault } from '../../support/faulty-proxy.ts'
import { temporaryFolder } from '../../support/temporary.ts'
import { withLowPower } from '../low-power.ts'
import { inTurns, secondsOf } from '../measure.ts'
import { photoJpeg } from '../photos.ts'
import { logIn, password, startService, type Server } from '../processes.ts'
import { atMost, report, skipped, times, type Row } from '../report.ts'

const phone = { width: 390, height: 844, ratio: 3 }
const photoBytes = 5 * 1024 ** 2

/** Photos of 5 MB on a phone: one photo with different endings, so that no two are the same. */
async function takePhotos(folder: string, count: number): Promise<string[]> {
  const photo = await photoJpeg(4000, 3000)
  const paths = Array.from({ length: count }, (_, index) => join(folder, `IMG_${index}.jpg`))
  for (const [index, path] of paths.entries()) {
    const ending = Buffer.alloc(Math.max(0, photoBytes - photo.length), `${index} `)
    await Bun.write(path, [photo, ending])
  }
  return paths
}

/** Waits until the page says that so many pictures are stored. */
async function untilStored(page: ReturnType<typeof adminPage>, count: number): Promise<void> {
  const text = `document.querySelector('.uploads [role=status]')?.textContent ?? ''`
  while (!(await page.ask<string>(text)).startsWith(`${count} of ${count} `)) await Bun.sleep(50)
}

const perTurn = 30

/** The page sends the files that HTTPie sends. */
export async function uploadSpeed(): Promise<Row> {
  const work = 'uploading 30 photos of 5 MB through the page, of the time with HTTPie'
  if (Bun.which('http') === null) return skipped(work, `<= ${times(1.3)}`, 'no HTTPie')
  await using camera = await temporaryFolder()
  await using board = await temporaryFolder()
  const paths = await takePhotos(camera.path, perTurn)
  await using service = await startService(board.path)
  const cookie = await logIn(service)
  await using browser = await startChromium('light')
  await using driver = await browser.open(phone)
  const page = adminPage(driver)
  await page.open(service.url, password)
  const clear = async () => {
    for (const name of await readdir(board.path)) {
      if (!name.startsWith('.')) await rm(join(board.path, name), { recursive: true })
    }
    await Bun.sleep(2500)
  }
  const rounds = await inTurns(3, async () => {
    await clear()
    const theirs = await secondsOf(() => sendWithHttpie(service, cookie, paths))
    await clear()
    const ours = await secondsOf(async () => {
      await page.addFiles(paths)
      await untilStored(page, perTurn)
    })
    await page.press('Clear')
    return { ours, theirs }
  })
  const ratio = rounds.median(({ ours, theirs }) => ours / theirs)
  const [ours, theirs] = [rounds.median(({ ours }) => ours), rounds.median(({ theirs }) => theirs)]
  return atMost(work, ratio, 1.3, times, ` (${ours.toFixed(2)} s to ${theirs.toFixed(2)} s)`)
}

async function sendWithHttpie({ url }: Server, cookie: string, paths: readonly string[]) {
  const files = paths.map((path) => `files@${path}`)
  const command = ['http', '--ignore-stdin', '--check-status', '-f', 'POST', `${url}/api/upload`]
  const child = Bun.spawn([...command, `Cookie:${cookie}`, ...files], { stdout: 'ignore' })
  if ((await child.exited) !== 0) throw new Error('HTTPie could not upload.')
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
export async function lossyUpload(): Promise<Row> {
  const work = '200 photos of 5 MB, the network cut five times, the service killed once, low power'
  const bound = 'all there, none twice, no click'
  await using camera = await temporaryFolder()
  const paths = await takePhotos(camera.path, photos)
  const row = await withLowPower(async ({ wrap }) => {
    await using board = await temporaryFolder()
    await mkdir(join(board.path, 'album'))
    const start = () => startService(board.path, { wrap })
    await using services = new AsyncDisposableStack()
    let service = services.use(await start())
    using proxy = await startFaultyProxy(() => service.url, faults)
    await using browser = await startChromium('light')
    await using driver = await browser.open(phone)
    const page = adminPage(driver)
    await page.open(proxy.url, password)
    await page.show('pictures/album')
    await page.untilText('nothing here yet')
    const from = performance.now()
    await page.addFiles(paths)
    const stored = () => readdir(join(board.path, 'album'))
    while ((await stored()).length < killAfter) await Bun.sleep(50)
    await service.kill()
    await Bun.sleep(3000)
    service = services.use(await start())
    await untilStored(page, photos)
    const taken = (performance.now() - from) / 1000
    const names = await stored()
    const contents = new Set(
      await Promise.all(
        names.map(async (name) =>
          Bun.hash(await Bun.file(join(board.path, 'album', name)).bytes()),
        ),
      ),
    )
    const isMet = names.length === photos && contents.size === photos && proxy.faultsLeft() === 0
    return report({
      work,
      measured: `${names.length} there, ${names.length - contents.size} twice, ${taken.toFixed(0)} s`,
      bound,
      met: isMet,
    })
  })
  return row ?? skipped(work, bound, 'no control groups')
}
