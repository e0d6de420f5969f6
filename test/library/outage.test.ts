import { describe, expect, test } from 'bun:test'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { deleteImages } from '../../src/uploads/change-images.ts'
import { codeOf, deal, openCollection, permitted } from '../support/collection.ts'
import { picture } from '../support/pictures.ts'
import { lacks } from '../support/programs.ts'
import { eventually } from '../support/server.ts'
import { smallDisk, temporaryFolder } from '../support/temporary.ts'

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
        () => collection.pick({}),
        () => collection.changes.createFolder('new', permitted),
        () => collection.changes.run(deleteImages, permitted, ['1.jpg']),
        () => opened.upload('', { name: 'x.jpg', content: picture('x') }),
        () => collection.summary(),
      ]) {
        expect(await codeOf(work)).toBe('FILE_SYSTEM_ERROR')
      }
      expect(collection.counts()).toEqual({ totalFolders: 2, totalImages: 3 })
      expect(existsSync(uploadsDir)).toBeFalse()
      await rename(away, uploadsDir)
      opened.passTime()
      await eventually(async () => {
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

  test.skipIf(lacks('mount'))('an empty mount point is not taken for it', async () => {
    await using disk = await smallDisk(2 * 1024 ** 2)
    await disk.mount()
    await using opened = await openCollection({}, { uploadsDir: disk.path })
    const { collection } = opened
    await opened.put('a/1.jpg', picture(1))
    opened.passTime()
    await eventually(async () => expect((await collection.list('a')).totalImages).toBe(1))
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
    await eventually(async () => {
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

describe.skipIf(lacks('mount'))('a disk', () => {
  const names = (count: number) => Array.from({ length: count }, (_, index) => `${index}.jpg`)

  test('that is mounted after the start is shown, and its rounds go on', async () => {
    await using disk = await smallDisk(4 * 1024 ** 2)
    await disk.mount()
    for (const name of names(8)) await writeFile(join(disk.path, name), picture(name))
    const dealt: string[] = []
    {
      await using before = await openCollection({}, { uploadsDir: disk.path })
      dealt.push(...(await deal(before, 4)))
    }
    // Moved, the disk keeps what is on it while the mount point is empty.
    await using aside = await temporaryFolder()
    await disk.move(aside.path)
    await using opened = await openCollection({}, { uploadsDir: disk.path })
    expect(await codeOf(() => opened.collection.pick({}))).toBe('NO_IMAGES_AVAILABLE')
    await disk.moveBack(aside.path)
    opened.passTime()
    await eventually(async () => expect((await opened.collection.list('')).totalImages).toBe(8))
    dealt.push(...(await deal(opened, 4)))
    expect(dealt.toSorted()).toEqual(names(8))
    await opened.upload('', { name: 'new.jpg', content: picture('new') })
    expect(await readdir(disk.path)).toContain('new.jpg')
  })

  test('that is away is missed also where the mount point was used without it', async () => {
    await using disk = await smallDisk(4 * 1024 ** 2)
    {
      await using without = await openCollection({}, { uploadsDir: disk.path })
      expect(without.collection.parts.disk.readOnly).toBeUndefined()
    }
    const below = await readdir(disk.path)
    await disk.mount()
    await using opened = await openCollection({}, { uploadsDir: disk.path })
    const upload = () => opened.upload('', { name: 'x.jpg', content: picture('x') })
    await upload()
    await disk.unmount()
    for (const pass of [() => undefined, opened.passTime, opened.passTime]) {
      pass()
      expect(await codeOf(upload())).toBe('FILE_SYSTEM_ERROR')
    }
    expect(await readdir(disk.path)).toEqual(below)
    expect(await readdir(join(disk.path, '.photo-frame/staging'))).toBeEmpty()
  })

  test('that has to be mounted is waited for, and nothing is stored without it', async () => {
    await using disk = await smallDisk(4 * 1024 ** 2)
    const uploadsDir = join(disk.path, 'photos')
    await using opened = await openCollection({}, { uploadsDir, requireMount: true })
    const upload = () => opened.upload('', { name: 'x.jpg', content: picture('x') })
    expect(await codeOf(upload())).toBe('FILE_SYSTEM_ERROR')
    expect(await codeOf(opened.collection.list(''))).toBe('FILE_SYSTEM_ERROR')
    opened.passTime()
    expect(await codeOf(upload())).toBe('FILE_SYSTEM_ERROR')
    expect(await readdir(disk.path)).toBeEmpty()
    await disk.mount()
    opened.passTime()
    await eventually(async () => expect(await codeOf(upload())).toBeUndefined())
    expect(await readdir(uploadsDir)).toContain('x.jpg')
    await disk.unmount()
    expect(await codeOf(upload())).toBe('FILE_SYSTEM_ERROR')
    expect(await readdir(disk.path)).toBeEmpty()
  })
})
