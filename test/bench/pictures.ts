import { join } from 'node:path'
import { temporaryFolder } from '../support/temporary.ts'
import { heifPictures } from './heif.ts'
import { inTurns, rateOf, secondsOf } from './measure.ts'
import { box, photoJpeg } from './photos.ts'
import { startBare, startService } from './processes.ts'
import {
  atLeast,
  atMost,
  mebibytes,
  percent,
  perSecond,
  seconds,
  skipped,
  times,
  type Row,
} from './report.ts'

const turns = 5

export async function pictures(): Promise<Row[]> {
  await using folder = await temporaryFolder()
  const photo = await photoJpeg(4000, 3000)
  await Bun.write(join(folder.path, 'photo.jpg'), photo)
  return [
    await originals(folder.path, photo.length),
    await keptRenditions(folder.path),
    await made(folder.path),
    ...(await heifPictures(photo)),
  ]
}

async function originals(folder: string, size: number): Promise<Row> {
  await using service = await startService(folder)
  await using bare = await startBare('files', folder)
  const rounds = await inTurns(turns, async () => ({
    own: await rateOf(`${bare.url}/own/photo.jpg`, 800),
    ours: await rateOf(`${service.url}/uploads/photo.jpg`, 800),
  }))
  const work = `an original of ${mebibytes(size).replace('MiB', 'MB')}, of Bun's directory route`
  return atLeast(work, rounds.compare('ours', 'own', perSecond), 0.9, percent)
}

async function keptRenditions(folder: string): Promise<Row> {
  await using service = await startService(folder)
  const rendition = `/uploads/photo.jpg?${box}`
  await Bun.write(join(folder, 'small.jpg'), await service.read(rendition))
  await using bare = await startBare('files', folder)
  const rounds = await inTurns(turns, async () => ({
    file: await rateOf(`${bare.url}/small.jpg`, 6000),
    ours: await rateOf(service.url + rendition, 6000),
  }))
  const work = 'a kept rendition asked for again, of a bare route for its file'
  return atLeast(work, rounds.compare('ours', 'file', perSecond), 0.8, percent)
}

async function made(folder: string): Promise<Row> {
  const work = "a rendition made of 12 megapixels, of vipsthumbnail's time"
  if (Bun.which('vipsthumbnail') === null) {
    return skipped(work, 'no vipsthumbnail (libvips-tools)')
  }
  await using service = await startService(folder, { env: { CACHE_SIZE: '0' } })
  const source = join(folder, 'photo.jpg')
  const vips = ['vipsthumbnail', source, '--size', '800x480', '-o', join(folder, 'vips.jpg[Q=80]')]
  const rounds = await inTurns(11, async () => ({
    theirs: await secondsOf(() => Bun.spawn(vips).exited),
    ours: await secondsOf(() => service.read(`/uploads/photo.jpg?${box}`)),
  }))
  return atMost(work, rounds.compare('ours', 'theirs', seconds), 1.2, times)
}
