import { join } from 'node:path'
import { temporaryFolder } from '../support/temporary.ts'
import { heifPictures } from './heif.ts'
import { inTurns, load, secondsOf } from './measure.ts'
import { photoJpeg } from './photos.ts'
import { startServer, startService } from './processes.ts'
import { atLeast, atMost, percent, skipped, times, type Row } from './report.ts'

const turns = 5
const box = 'width=800&height=480'

/** Originals and renditions of one photo of 12 megapixels. */
export async function pictures(): Promise<Row[]> {
  await using folder = await temporaryFolder()
  const photo = await photoJpeg(4000, 3000)
  await Bun.write(join(folder.path, 'photo.jpg'), photo)
  return [
    await originals(folder.path),
    await keptRenditions(folder.path),
    await made(folder.path),
    ...(await heifPictures(photo)),
  ]
}

async function originals(folder: string): Promise<Row> {
  await using service = await startService(folder)
  await using bare = await startServer('test/bench/bare/files.ts', [folder])
  const rounds = await inTurns(turns, async () => {
    const own = await load(`${bare.url}/own/photo.jpg`, 800)
    const ours = await load(`${service.url}/uploads/photo.jpg`, 800)
    return ours.perSecond / own.perSecond
  })
  const { size } = Bun.file(join(folder, 'photo.jpg'))
  const work = `an original of ${(size / 1024 ** 2).toFixed(1)} MB, of Bun's directory route`
  return atLeast(work, rounds.median(Number), 0.9, percent)
}

async function keptRenditions(folder: string): Promise<Row> {
  await using service = await startService(folder)
  const rendition = `${service.url}/uploads/photo.jpg?${box}`
  await Bun.write(join(folder, 'small.jpg'), await (await fetch(rendition)).arrayBuffer())
  await using bare = await startServer('test/bench/bare/files.ts', [folder])
  const rounds = await inTurns(turns, async () => {
    const file = await load(`${bare.url}/small.jpg`, 6000)
    const ours = await load(rendition, 6000)
    return ours.perSecond / file.perSecond
  })
  return atLeast(
    'a kept rendition asked for again, of a bare route for its file',
    rounds.median(Number),
    0.8,
    percent,
  )
}

async function made(folder: string): Promise<Row> {
  const work = "a rendition made of 12 megapixels, of vipsthumbnail's time"
  if (Bun.which('vipsthumbnail') === null) {
    return skipped(work, `<= ${times(1.2)}`, 'no vipsthumbnail (libvips-tools)')
  }
  await using service = await startService(folder, { env: { CACHE_SIZE: '0' } })
  const source = join(folder, 'photo.jpg')
  const vips = ['vipsthumbnail', source, '--size', '800x480', '-o', join(folder, 'vips.jpg[Q=80]')]
  const rounds = await inTurns(11, async () => {
    const theirs = await secondsOf(() => Bun.spawn(vips).exited)
    const ours = await secondsOf(async () =>
      (await fetch(`${service.url}/uploads/photo.jpg?${box}`)).arrayBuffer(),
    )
    return ours / theirs
  })
  return atMost(work, rounds.median(Number), 1.2, times)
}
