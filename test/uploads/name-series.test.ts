import { expect, test } from 'bun:test'
import { Disk } from '../../src/disk/disk.ts'
import { Staging } from '../../src/disk/staging/staging.ts'
import { SupportedFormats } from '../../src/formats/supported-formats.ts'
import { Tree } from '../../src/library/tree/tree.ts'
import { pictureFormats } from '../../src/formats/picture-formats.ts'
import { FolderMaker } from '../../src/uploads/folder-maker.ts'
import { Publisher } from '../../src/uploads/publisher.ts'
import { Reception } from '../../src/uploads/reception.ts'
import { inChunks } from '../support/collection.ts'
import { jpeg } from '../support/pictures.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { Precedence } from '../../src/lib/fairness/precedence.ts'

const supported = new SupportedFormats(pictureFormats, { hasDecoder: false })

const middle = 10_000

/** A picture of the same size for every number, and different in the middle only. */
function pictureOf(number: number): Buffer {
  const content = Buffer.concat([jpeg({ width: 4, height: 3 }), Buffer.alloc(2 * middle)])
  content.writeUInt32LE(number, Math.floor(content.length / 2))
  return content
}

/** A publisher that counts how often it opens and compares files. */
async function openPublisher() {
  const folder = await temporaryFolder()
  const disk = await Disk.open(folder.path)
  const counts = { opened: 0, compared: 0 }
  const open = disk.openFile.bind(disk)
  disk.openFile = async (path) => {
    counts.opened += 1
    return open(path)
  }
  const tree = new Tree()
  const staging = new Staging(disk, '.photo-frame', async () => false)
  const publisher = new Publisher(disk, tree, new FolderMaker(disk, tree), {
    remove: async () => undefined,
  })
  const publish = async (numbers: readonly number[]) => {
    const reception = new Reception(staging, 1e6, supported, new Precedence())
    for (const number of numbers) await reception.receive('a.jpg', inChunks(pictureOf(number)))
    await reception.finish()
    for (const { file } of reception.files) {
      const equals = file.equals.bind(file)
      file.equals = async (path) => {
        counts.compared += 1
        return equals(path)
      }
    }
    const uploaded = await publisher.publish(reception.files, [])
    await reception.discard()
    return uploaded.map(({ fileName }) => fileName)
  }
  return { publish, counts, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() }
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)
const nameOf = (number: number) => (number === 0 ? 'a.jpg' : `a-${number}.jpg`)

test('pictures of one name and size are stored by as many looks as there are pictures', async () => {
  await using place = await openPublisher()
  expect(await place.publish(numbers(200))).toEqual(numbers(200).map(nameOf))
  expect(place.counts.opened).toBeLessThanOrEqual(200)
  expect(place.counts.compared).toBe(0)
})

test('those of an earlier upload are looked at once, and found again where they are the same', async () => {
  await using place = await openPublisher()
  await place.publish(numbers(100))
  expect(await place.publish([3, 100, 3, 50, 100, 101])).toEqual([
    'a-3.jpg',
    'a-100.jpg',
    'a-3.jpg',
    'a-50.jpg',
    'a-100.jpg',
    'a-101.jpg',
  ])
  expect(place.counts.compared).toBe(4)
  const { opened } = place.counts
  await place.publish([102])
  expect(place.counts.opened - opened).toBeLessThanOrEqual(2)
})
