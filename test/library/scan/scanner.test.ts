import { describe, expect, spyOn, test } from 'bun:test'
import { stat, utimes } from 'node:fs/promises'
import { Disk } from '../../../src/disk/disk.ts'
import { expectNames, namesIn, openCollection } from '../../support/collection.ts'
import { picture } from '../../support/pictures.ts'
import { lacks } from '../../support/programs.ts'
import { eventually } from '../../support/server.ts'
import { smallDisk } from '../../support/temporary.ts'

/** Has folders tell of changes by their modification time alone, as some file systems do. */
function onlyModificationTimes() {
  const { folderFacts } = Disk.prototype
  return spyOn(Disk.prototype, 'folderFacts').mockImplementation(async function (this: Disk, path) {
    const facts = await folderFacts.call(this, path)
    return facts && { ...facts, ctimeMs: 0 }
  })
}

describe('what is done behind the back of the service', () => {
  test('is seen in a folder of long ago, and in one with times of the future', async () => {
    await using opened = await openCollection({ 'old/1.jpg': picture(1), 'new/1.jpg': picture(1) })
    await utimes(opened.at('old'), 1e9, 1e9)
    await utimes(opened.at('new'), 4e9, 4e9)
    await expectNames(opened, ['1.jpg'], 'old')
    for (const path of ['old', 'new']) {
      await opened.put(`${path}/2.jpg`, picture(2))
      await expectNames(opened, ['1.jpg', '2.jpg'], path)
    }
  })

  test('is seen where a program sets the time of a folder back, as rsync does', async () => {
    let now = Date.now()
    await using opened = await openCollection({ 'a/1.jpg': picture(1) }, { clock: () => now })
    await utimes(opened.at('a'), 1e9, 1e9)
    now += 10_000
    expect(await namesIn(opened, 'a')).toEqual(['1.jpg'])
    await opened.put('a/2.jpg', picture(2))
    await utimes(opened.at('a'), 1e9, 1e9)
    now += 10_000
    await eventually(async () => expect(await namesIn(opened, 'a')).toEqual(['1.jpg', '2.jpg']))
  })

  test('is seen where the times of a folder stay the same', async () => {
    using _ = onlyModificationTimes()
    await using opened = await openCollection({ 'a/1.jpg': picture(1) })
    const { mtime } = await stat(opened.at('a'))
    await expectNames(opened, ['1.jpg'], 'a')
    await opened.put('a/2.jpg', picture(2))
    // As on a file system which counts time in steps of two seconds.
    await utimes(opened.at('a'), mtime, mtime)
    await expectNames(opened, ['1.jpg', '2.jpg'], 'a')
  })

  test('is seen when the clock was set back', async () => {
    let now = Date.now()
    await using opened = await openCollection({}, { clock: () => now })
    await opened.put('1.jpg', picture(1))
    now -= 3_600_000
    await eventually(async () => expect(await namesIn(opened)).toEqual(['1.jpg']))
  })
})

test.skipIf(lacks('mount'))(
  'a time that no date can tell of is the last one that can',
  async () => {
    await using disk = await smallDisk(1024 ** 2)
    await disk.mount()
    await using opened = await openCollection({}, { uploadsDir: disk.path })
    await opened.put('far/1.jpg', picture(1))
    // Only a file system that has room for it; node would not set such a time.
    const touched = Bun.spawn([
      'touch',
      '-d',
      '@9000000000000',
      opened.at('far/1.jpg'),
      opened.at('far'),
    ])
    expect(await touched.exited).toBe(0)
    opened.passTime()
    await eventually(async () => {
      const { images } = await opened.collection.list('far')
      expect(images).toMatchObject([{ name: '1.jpg', lastModified: '+275760-09-13T00:00:00.000Z' }])
    })
    expect((await opened.collection.list('')).folders).toMatchObject([
      { name: 'far', imageCount: 1 },
    ])
  },
)

test('all names are read once in an hour, for changes that no time tells of', async () => {
  using _ = onlyModificationTimes()
  let now = Date.now()
  await using opened = await openCollection({ 'a/1.jpg': picture(1) }, { clock: () => now })
  const names = async () => (await opened.collection.list('a')).images.map(({ name }) => name)
  await utimes(opened.at('a'), 1e9, 1e9)
  now += 10_000
  expect(await names()).toEqual(['1.jpg'])
  await opened.put('a/2.jpg', picture(2))
  await utimes(opened.at('a'), 1e9, 1e9)
  now += 10_000
  expect(await names()).toEqual(['1.jpg'])
  now += 3_600_000
  await eventually(async () => expect(await names()).toEqual(['1.jpg', '2.jpg']))
})
