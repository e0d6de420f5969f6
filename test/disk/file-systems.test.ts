import { describe, expect, test } from 'bun:test'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { renameFolder } from '../../src/uploads/change-folders.ts'
import {
  codeOf,
  expectNames,
  namesIn,
  openCollection,
  permitted,
  served,
} from '../support/collection.ts'
import { jpeg, picture } from '../support/pictures.ts'
import { mountable, type Mount } from '../support/mounts.ts'
import { eventually } from '../support/server.ts'

const mounts = await mountable()

/** Whether a file system finds a name in another case. */
async function ignoresCase({ path }: Mount): Promise<boolean> {
  await writeFile(join(path, 'Case'), '')
  const found = await readdir(path).then((names) => names.length)
  await writeFile(join(path, 'CASE'), '')
  return (await readdir(path)).length === found
}

describe.each(mounts)('on %s', (_, mount) => {
  const testMounted = test.skipIf(mount === undefined)
  const mounted = () => mount?.() ?? Promise.reject(new Error('There is nothing to mount.'))

  testMounted('what another program does is seen in the next check', async () => {
    await using disk = await mounted()
    await using opened = await openCollection({}, { uploadsDir: disk.path })
    await mkdir(join(disk.behind, 'trip'))
    const put = (name: string, content: Uint8Array) => writeFile(join(disk.behind, name), content)
    for (const folder of ['', 'trip']) {
      const at = (name: string) => join(folder, name)
      await put(at('a.jpg'), picture('a'))
      await eventually(() => expectNames(opened, ['a.jpg'], folder))
      // Long after the folder was read last, so that its time is no newer than what is known.
      await put(at('b.jpg'), picture('b'))
      await expectNames(opened, ['a.jpg', 'b.jpg'], folder)
      const larger = jpeg({ width: 4, height: 3, salt: 'a larger picture than before' })
      await put(at('b.jpg'), larger)
      opened.passTime()
      await eventually(async () => {
        expect((await served(opened, at('b.jpg')))?.equals(larger)).toBeTrue()
        const { images } = await opened.collection.list(folder)
        expect(images.map(({ size }) => size)).toEqual([picture('a').length, larger.length])
      })
      await rename(join(disk.behind, at('b.jpg')), join(disk.behind, at('c.jpg')))
      await expectNames(opened, ['a.jpg', 'c.jpg'], folder)
      await rm(join(disk.behind, at('a.jpg')))
      await expectNames(opened, ['c.jpg'], folder)
    }
  })

  testMounted('an upload is stored once, also when it is sent again', async () => {
    await using disk = await mounted()
    await using opened = await openCollection({}, { uploadsDir: disk.path })
    for (const name of ['a.jpg', 'a.jpg']) {
      await opened.upload('trip/first', { name, content: picture('a') })
    }
    await opened.upload('trip/first', { name: 'a.jpg', content: picture('b') })
    expect(await namesIn(opened, 'trip/first')).toEqual(['a-1.jpg', 'a.jpg'])
    await expectNames(opened, ['a-1.jpg', 'a.jpg'], 'trip/first')
    expect(await readdir(join(disk.path, '.photo-frame/staging'))).toBeEmpty()
  })

  testMounted('a folder gets its name in another case', async () => {
    await using disk = await mounted()
    await using opened = await openCollection({}, { uploadsDir: disk.path })
    await opened.upload('trip', { name: 'a.jpg', content: picture('a') })
    await opened.collection.changes.run(renameFolder, permitted, 'trip', ['Trip'])
    for (const pass of [() => undefined, opened.passTime, opened.passTime]) {
      pass()
      const { folders } = await opened.collection.list('')
      expect(folders).toMatchObject([{ name: 'Trip', imageCount: 1 }])
    }
    const names = await readdir(disk.path)
    expect(names.filter((name) => name.toLowerCase() === 'trip')).toEqual(['Trip'])
  })

  testMounted('a folder and a picture have the names that the disk has', async () => {
    await using disk = await mounted()
    const isCaseIgnored = await ignoresCase(disk)
    await using opened = await openCollection({}, { uploadsDir: disk.path })
    const { changes } = opened.collection
    await changes.createFolder('trip', permitted)
    const { folderPath, exists } = await changes.createFolder('Trip', permitted)
    expect({ folderPath, exists }).toEqual(
      isCaseIgnored ? { folderPath: 'trip', exists: true } : { folderPath: 'Trip', exists: false },
    )
    await opened.upload('trip', { name: 'beach.jpg', content: picture('a') })
    const { uploadedFiles } = await opened.upload('TRIP', {
      name: 'BEACH.jpg',
      content: picture('a'),
    })
    expect(uploadedFiles.map(({ path }) => path)).toEqual([
      isCaseIgnored ? 'trip/beach.jpg' : 'TRIP/BEACH.jpg',
    ])
    const expected = isCaseIgnored ? ['trip'] : ['trip', 'Trip', 'TRIP'].toSorted()
    for (const pass of [() => undefined, opened.passTime, opened.passTime]) {
      pass()
      const { folders } = await opened.collection.list('')
      expect(folders.map(({ name }) => name).toSorted()).toEqual(expected)
      expect(folders.find(({ name }) => name === 'trip')?.imageCount).toBe(1)
    }
    expect(await codeOf(() => opened.collection.pick({}))).toBeUndefined()
  })
})
