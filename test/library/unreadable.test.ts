import { describe, expect, test } from 'bun:test'
import { chmod, chown, rm, utimes, writeFile } from 'node:fs/promises'
import { codeOf, deal, openCollection, seededRandom } from '../support/collection.ts'
import { jpeg, picture } from '../support/pictures.ts'
import { asNobody, lacks } from '../support/programs.ts'
import { eventually } from '../support/server.ts'

test('a damaged picture that is restored with its size and time is dealt again', async () => {
  const whole = picture(1)
  await using opened = await openCollection({ 'a.jpg': Buffer.alloc(whole.length) })
  const restore = () => utimes(opened.at('a.jpg'), 1e9, 1e9)
  await restore()
  opened.passTime()
  expect(await codeOf(deal(opened, 1))).toBe('NO_IMAGES_AVAILABLE')
  await writeFile(opened.at('a.jpg'), whole)
  await restore()
  await eventually(async () => {
    opened.passTime()
    return (await codeOf(deal(opened, 1))) === undefined
  })
})

describe('a picture that is copied in slowly', () => {
  const whole = Buffer.concat([jpeg({ width: 8, height: 6, before: 3000 }), Buffer.alloc(5000)])

  test.each(['dealt', 'listed'])(
    'and was %s when half, is dealt in the round once whole',
    async (how) => {
      for (let seed = 0; seed < 12; seed += 1) {
        const files = {
          '1.jpg': picture(1),
          '2.jpg': picture(2),
          'slow.jpg': whole.subarray(0, 2000),
        }
        await using opened = await openCollection(files, { random: seededRandom(seed) })
        const { collection } = opened
        if (how === 'listed') await collection.list('')
        const before = await deal(opened, 2)
        await writeFile(opened.at('slow.jpg'), whole)
        opened.passTime()
        if (how === 'listed') await collection.list('')
        // Where the half one was still to come, nobody has found out that it was half.
        expect([...before, ...(await deal(opened, 1))].toSorted()).toEqual(Object.keys(files))
      }
    },
  )

  test('is no longer among the unreadable ones once whole', async () => {
    await using opened = await openCollection({ 'a/slow.jpg': whole.subarray(0, 2000) })
    const { collection } = opened
    const error = 'damaged or incomplete'
    expect(await collection.summary()).toMatchObject({
      totalFolders: 1,
      totalImages: 1,
      totalSize: 2000,
      unreadable: [{ path: 'a/slow.jpg', error }],
    })
    expect(await codeOf(() => collection.pick({}))).toBe('NO_IMAGES_AVAILABLE')
    await writeFile(opened.at('a/slow.jpg'), whole)
    expect(await collection.summary()).toMatchObject({ totalSize: whole.length, unreadable: [] })
  })
})

test.skipIf(lacks('nobody'))('a file without permission takes no other with it', async () => {
  await using opened = await openCollection({ '1.jpg': picture(1), 'no.jpg': picture(2) })
  await chmod(opened.at('no.jpg'), 0o600)
  await chown(opened.uploadsDir, 65_534, 65_534)
  await rm(opened.at('.photo-frame'), { recursive: true })
  const script = `
    import { Collection } from '${import.meta.dir}/../../src/collection/collection.ts'
    const collection = await Collection.open({
      ...{ uploadsDir: '${opened.uploadsDir}', maxFileSize: 1, clock: Date.now },
      ...{ random: () => 0.5, onError: console.error },
    })
    const { images } = await collection.list('')
    const dealt = [await collection.pick({}), await collection.pick({})]
    const { unreadable } = await collection.summary()
    const { path } = await collection.parts.opener.open('no.jpg', {}).catch(({ code }) => ({ path: code }))
    console.log(JSON.stringify([images.map(({ name }) => name), dealt.map(({ path }) => path), unreadable, path]))
    process.exit()`
  const { stdout } = Bun.spawn([...asNobody, process.execPath, '-e', script])
  expect(JSON.parse(await stdout.text())).toEqual([
    ['1.jpg', 'no.jpg'],
    ['1.jpg', '1.jpg'],
    [{ path: 'no.jpg', error: 'no permission to read it, or a fault of the disk' }],
    'FILE_SYSTEM_ERROR',
  ])
})
