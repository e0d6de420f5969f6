import { expect, spyOn, test } from 'bun:test'
import { Disk } from '../../src/disk/disk.ts'
import { StagedFile } from '../../src/disk/staging/staged-file.ts'
import { openCollection } from '../support/collection.ts'
import { jpeg } from '../support/pictures.ts'

const middle = 10_000

/** A picture of the same size for every number, and different in the middle only. */
function pictureOf(number: number): Buffer {
  const content = Buffer.concat([jpeg({ width: 4, height: 3 }), Buffer.alloc(2 * middle)])
  content.writeUInt32LE(number, Math.floor(content.length / 2))
  return content
}

/** Uploads pictures of one name, and says how often files are opened and compared for them. */
async function openSeries() {
  const opened = await openCollection()
  return {
    publish: async (numbers: readonly number[]) => {
      using opening = spyOn(Disk.prototype, 'openFile')
      using comparing = spyOn(StagedFile.prototype, 'equals')
      const files = numbers.map((number) => ({ name: 'a.jpg', content: pictureOf(number) }))
      const { uploadedFiles } = await opened.upload('', ...files)
      const names = uploadedFiles.map(({ fileName }) => fileName)
      return { names, opened: opening.mock.calls.length, compared: comparing.mock.calls.length }
    },
    [Symbol.asyncDispose]: opened[Symbol.asyncDispose],
  }
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)
const nameOf = (number: number) => (number === 0 ? 'a.jpg' : `a-${number}.jpg`)

test('pictures of one name and size are stored by as many looks as there are pictures', async () => {
  await using series = await openSeries()
  const { names, opened, compared } = await series.publish(numbers(200))
  expect(names).toEqual(numbers(200).map(nameOf))
  expect(opened).toBeLessThanOrEqual(200)
  expect(compared).toBe(0)
})

test('those of an earlier upload are looked at once, and found again where they are the same', async () => {
  await using series = await openSeries()
  await series.publish(numbers(100))
  const again = [0, 3, 100, 3, 50, 100, 101]
  expect(await series.publish(again)).toMatchObject({ names: again.map(nameOf), compared: 5 })
  expect((await series.publish([102])).opened).toBeLessThanOrEqual(2)
})
