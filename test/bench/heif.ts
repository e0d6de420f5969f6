import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { findDecoder } from '../../src/disk/processes/system-decoder.ts'
import { deepOptions, encodeHeif } from '../support/heif.ts'
import { deepPng } from '../support/pixels.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { withLowPower, type LowPower } from './low-power.ts'
import { inTurns, load, secondsOf } from './measure.ts'
import { photoJpeg } from './photos.ts'
import { startService } from './processes.ts'
import { atLeast, atMost, mebibytes, percent, report, skipped, times, type Row } from './report.ts'

const box = 'width=800&height=480'
const madeWork = "a 12-megapixel HEIC to 800 x 480, first time, of the decoder's time on its own"
const memoryWork =
  'the same with low power, child included: memory of the service, of that for a JPEG'
const sizesWork =
  'HEIC and AVIF of 2 to 48 megapixels, 8 and 10 bits, 256 MB: shown, or refused by memory, each time'
const keptWork = 'the same asked for again, of a kept rendition of a JPEG'

/** Renditions of a photo that a program of the system decodes. */
export async function heifPictures(photo: Uint8Array): Promise<Row[]> {
  const decoder = findDecoder()
  if (decoder === undefined || Bun.which('heif-enc') === null) {
    const why = 'no libheif (libheif-examples)'
    return [
      skipped(madeWork, `<= ${times(1.3)}`, why),
      skipped(memoryWork, `<= ${times(1.1)}`, why),
      skipped(sizesWork, 'all, the same', why),
      skipped(keptWork, `>= ${percent(0.9)}`, why),
    ]
  }
  await using folder = await temporaryFolder()
  await Bun.write(join(folder.path, 'photo.jpg'), photo)
  const heic = await encodeHeif(photo, 'heic', ['-p', 'preset=ultrafast'])
  await Bun.write(join(folder.path, 'photo.heic'), heic)
  const memory = await withLowPower((power) => memoryRow(folder.path, power))
  return [
    await madeRow(folder.path, decoder),
    memory ?? skipped(memoryWork, `<= ${times(1.1)}`, 'no cgroups'),
    (await withLowPower(sizesRow)) ?? skipped(sizesWork, 'all, the same', 'no cgroups'),
    await keptRow(folder.path),
  ]
}

async function madeRow(folder: string, decoder: string): Promise<Row> {
  await using service = await startService(folder, { env: { CACHE_SIZE: '0' } })
  const command = [decoder, join(folder, 'photo.heic'), join(folder, 'decoded.jpg')]
  const ask = async () => (await fetch(`${service.url}/uploads/photo.heic?${box}`)).arrayBuffer()
  const rounds = await inTurns(7, async () => {
    const theirs = await secondsOf(() => Bun.spawn(command, { stdout: 'ignore' }).exited)
    return (await secondsOf(ask)) / theirs
  })
  return atMost(madeWork, rounds.median(Number), 1.3, times)
}

/** The limit of 256 MB holds for the service and its child together. */
async function memoryRow(folder: string, power: LowPower): Promise<Row> {
  const peakWith = async (name: string) => {
    const env = { CACHE_SIZE: '0' }
    await using service = await startService(folder, { wrap: power.wrap, env })
    const { status } = await fetch(`${service.url}/uploads/${name}?${box}`)
    return { status, peak: (await service.memory()).peak }
  }
  const [jpeg, heic] = [await peakWith('photo.jpg'), await peakWith('photo.heic')]
  const ratio = heic.peak / jpeg.peak
  return report({
    work: memoryWork,
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
    const env = { CACHE_SIZE: '0' }
    await using service = await startService(folder.path, {
      wrap: (command) => wrap([...pinned, ...command]),
      env,
    })
    for (const name of [...names, ...names]) {
      const answer = await fetch(`${service.url}/uploads/${name}?${box}`)
      const isRefused = !answer.ok && (await answer.text()).includes('memory')
      outcomes.get(name)?.add(answer.ok ? 'shown' : isRefused ? 'refused' : String(answer.status))
    }
  }
  const all = [...outcomes].map(([name, found]) => `${name} ${[...found].join('/')}`)
  const having = (outcome: string) => all.filter((each) => each.endsWith(` ${outcome}`))
  const others = all.filter((each) => !/ (shown|refused)$/.test(each))
  const counts = `${having('shown').length} shown, ${having('refused').length} refused`
  return report({
    work: `${sizesWork} (on ${processors.join(', ')} processors)`,
    measured: [counts, ...others].join(', '),
    bound: 'all, the same',
    met: others.length === 0,
  })
}

async function keptRow(folder: string): Promise<Row> {
  await using service = await startService(folder)
  const [jpeg, heic] = ['jpg', 'heic'].map(
    (ending) => `${service.url}/uploads/photo.${ending}?${box}`,
  )
  const rounds = await inTurns(5, async () => {
    const ofJpeg = await load(jpeg ?? '', 6000)
    const ofHeic = await load(heic ?? '', 6000)
    return ofHeic.perSecond / ofJpeg.perSecond
  })
  return atLeast(keptWork, rounds.median(Number), 0.9, percent)
}
