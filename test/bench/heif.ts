import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { findDecoder } from '../../src/disk/processes/system-decoder.ts'
import { deepOptions, encodeHeif } from '../support/heif.ts'
import { deepPng } from '../support/pixels.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { onLowPower, type LowPower } from './low-power.ts'
import { inTurns, rateOf, secondsOf } from './measure.ts'
import { box, photoJpeg } from './photos.ts'
import { startService } from './processes.ts'
import {
  atLeast,
  atMost,
  ifPossible,
  mebibytes,
  percent,
  perSecond,
  report,
  seconds,
  times,
  type Row,
} from './report.ts'

const env = { CACHE_SIZE: '0' }

/** Renditions of a photo that a program of the system decodes. */
export const heifPictures = (photo: Uint8Array) =>
  ifPossible('renditions of HEIC', ['libheif'], async () => {
    await using folder = await temporaryFolder()
    await Bun.write(join(folder.path, 'photo.jpg'), photo)
    const heic = await encodeHeif(photo, 'heic', ['-p', 'preset=ultrafast'])
    await Bun.write(join(folder.path, 'photo.heic'), heic)
    return [
      await madeRow(folder.path),
      ...(await onLowPower('the same with low power', async (power) => [
        await memoryRow(folder.path, power),
        await sizesRow(power),
      ])),
      await keptRow(folder.path),
    ]
  })

async function madeRow(folder: string): Promise<Row> {
  await using service = await startService(folder, { env })
  const command = [findDecoder() ?? '', join(folder, 'photo.heic'), join(folder, 'decoded.jpg')]
  const rounds = await inTurns(7, async () => ({
    theirs: await secondsOf(() => Bun.spawn(command, { stdout: 'ignore' }).exited),
    ours: await secondsOf(() => service.read(`/uploads/photo.heic?${box}`)),
  }))
  const work = "a 12-megapixel HEIC to 800 x 480, first time, of the decoder's time on its own"
  return atMost(work, rounds.compare('ours', 'theirs', seconds), 1.3, times)
}

/** The limit of 256 MB holds for the service and its child together. */
async function memoryRow(folder: string, power: LowPower): Promise<Row> {
  const peakWith = async (name: string) => {
    await using service = await startService(folder, { ...power, env })
    const { status } = await service.ask(`GET /uploads/${name}?${box}`)
    return { status, peak: (await service.memory()).peak }
  }
  const [jpeg, heic] = [await peakWith('photo.jpg'), await peakWith('photo.heic')]
  const ratio = heic.peak / jpeg.peak
  return report({
    work: 'the same with low power, child included: memory of the service, of that for a JPEG',
    measured: `${heic.status}, ${times(ratio)} (${mebibytes(heic.peak)} to ${mebibytes(jpeg.peak)})`,
    bound: `200, <= ${times(1.1)}`,
    met: heic.status === 200 && ratio <= 1.1,
  })
}

/** Sides of 2, 8, 12, 24 and 48 megapixels. */
const sizes = [
  [1632, 1224],
  [3264, 2448],
  [4032, 3024],
  [5712, 4284],
  [8064, 6048],
] as const

async function encodeSizes(folder: string): Promise<string[]> {
  const names: string[] = []
  for (const [width, height] of sizes) {
    const plain = await photoJpeg(width, height)
    const colourAt = (x: number, y: number) => [x % 256, y % 256, ((x * y) % 64) + 96] as const
    const deep = deepPng({ width, height, colourAt })
    for (const type of ['heic', 'avif'] as const) {
      const fast = type === 'heic' ? ['-p', 'preset=ultrafast'] : []
      for (const [bits, picture, depth] of [
        [8, plain, []],
        [10, deep, deepOptions[type]],
      ] as const) {
        const name = `${Math.round((width * height) / 1e6)}-${bits}.${type}`
        await Bun.write(join(folder, name), await encodeHeif(picture, type, [...fast, ...depth]))
        names.push(name)
      }
    }
  }
  return names
}

/** Asks for all of them twice, on as many processors as there are of 1, 2 and 4. */
async function sizesRow({ wrap }: LowPower): Promise<Row> {
  await using folder = await temporaryFolder()
  const names = await encodeSizes(folder.path)
  const outcomes = new Map(names.map((name) => [name, new Set<string>()]))
  const processors = [1, 2, 4].filter((each) => each <= availableParallelism())
  for (const count of processors) {
    const pinned = ['taskset', '--cpu-list', `0-${count - 1}`]
    await using service = await startService(folder.path, {
      wrap: (command) => wrap([...pinned, ...command]),
      env,
    })
    for (const name of [...names, ...names]) {
      const answer = await service.ask(`GET /uploads/${name}?${box}`)
      const isRefused = !answer.ok && (await answer.text()).includes('memory')
      outcomes.get(name)?.add(answer.ok ? 'shown' : isRefused ? 'refused' : String(answer.status))
    }
  }
  const all = [...outcomes].map(([name, found]) => `${name} ${[...found].join('/')}`)
  const having = (outcome: string) => all.filter((each) => each.endsWith(` ${outcome}`))
  const others = all.filter((each) => !/ (shown|refused)$/.test(each))
  const counts = `${having('shown').length} shown, ${having('refused').length} refused`
  return report({
    work: `HEIC and AVIF of 2 to 48 megapixels, 8 and 10 bits, 256 MB: shown, or refused by memory, each time (on ${processors.join(', ')} processors)`,
    measured: [counts, ...others].join(', '),
    bound: 'all, the same',
    met: others.length === 0,
  })
}

async function keptRow(folder: string): Promise<Row> {
  await using service = await startService(folder)
  const rateFor = (ending: string) => rateOf(`${service.url}/uploads/photo.${ending}?${box}`, 6000)
  const rounds = await inTurns(5, async () => ({
    jpeg: await rateFor('jpg'),
    heic: await rateFor('heic'),
  }))
  const work = 'the same asked for again, of a kept rendition of a JPEG'
  return atLeast(work, rounds.compare('heic', 'jpeg', perSecond), 0.9, percent)
}
