import { describe, expect, test } from 'bun:test'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { codeOf, deal, openCollection, permitted, soon } from '../../support/collection.ts'
import { picture } from '../../support/pictures.ts'
import { canMount, smallDisk } from '../../support/temporary.ts'

const mountable = await canMount()

describe('while the uploads directory is away', () => {
  const files = { '1.jpg': picture(1), 'a/2.jpg': picture(2), 'a/b/3.jpg': picture(3) }

  test('requests fail, nothing is made in its place, and all is as before when it is back', async () => {
    await using opened = await openCollection(files)
    const { collection, uploadsDir } = opened
    const [first] = await deal(opened, 1)
    const away = `${uploadsDir}-away`
    for (const passTime of [() => undefined, opened.passTime, opened.passTime]) {
      await rename(uploadsDir, away)
      passTime()
      for (const work of [
        () => collection.pick('', ''),
        () => collection.changes.createFolder('new', permitted),
        () => collection.changes.deleteImages(['1.jpg'], permitted),
        () => opened.upload('', { name: 'x.jpg', content: picture('x') }),
        () => collection.summary(),
      ]) {
        expect(await codeOf(work)).toBe('FILE_SYSTEM_ERROR')
      }
      expect(collection.counts()).toEqual({ totalFolders: 2, totalImages: 3 })
      expect(existsSync(uploadsDir)).toBeFalse()
      await rename(away, uploadsDir)
      opened.passTime()
      await soon(async () => {
        expect((await collection.list('a/b')).totalImages).toBe(1)
      })
    }
    const rest = await deal(opened, 2)
    expect(new Set([first, ...rest])).toEqual(new Set(Object.keys(files)))
  })

  test('it closes without a word to those who close it, and tells the log', async () => {
    const opened = await openCollection(files)
    await deal(opened, 1)
    const away = `${opened.uploadsDir}-away`
    await rename(opened.uploadsDir, away)
    await opened.collection.close()
    expect(opened.errors).toHaveLength(1)
    expect(existsSync(opened.uploadsDir)).toBeFalse()
    await rm(away, { recursive: true })
  })

  test.skipIf(!mountable)('an empty mount point is not taken for it', async () => {
    await using disk = await smallDisk(2 * 1024 ** 2)
    await disk.mount()
    await using opened = await openCollection({}, { uploadsDir: disk.path })
    const { collection } = opened
    await opened.put('a/1.jpg', picture(1))
    opened.passTime()
    await soon(async () => expect((await collection.list('a')).totalImages).toBe(1))
    await disk.unmount()
    const upload = () => opened.upload('', { name: 'x.jpg', content: picture('x') })
    expect(await codeOf(upload())).toBe('FILE_SYSTEM_ERROR')
    opened.passTime()
    expect(await codeOf(upload())).toBe('FILE_SYSTEM_ERROR')
    expect(await codeOf(collection.list(''))).toBe('FILE_SYSTEM_ERROR')
    expect(await readdir(disk.path)).toBeEmpty()
    await disk.mount()
    await mkdir(join(disk.path, '.photo-frame'))
    await opened.put('b/2.jpg', picture(2))
    opened.passTime()
    await soon(async () => {
      expect((await collection.list('b')).totalImages).toBe(1)
      expect(await codeOf(collection.list('a'))).toBe('FOLDER_NOT_FOUND')
    })
    expect(await codeOf(upload())).toBeUndefined()
  })
})

test('the service works on when its own folder is deleted', async () => {
  await using opened = await openCollection()
  await rm(opened.at('.photo-frame'), { recursive: true })
  const { totalFiles } = await opened.upload('', { name: 'x.jpg', content: picture('x') })
  expect(totalFiles).toBe(1)
})
