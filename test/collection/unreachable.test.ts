import { $ } from 'bun'
import { describe, expect, test } from 'bun:test'
import { mkdir, readdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { newFolderPath } from '../../src/collection/changes.ts'
import { moveToTrash } from '../../src/trash/move-to-trash.ts'
import { removeFolder, renameFolder } from '../../src/uploads/change-folders.ts'
import { noRoom } from '../../src/disk/paths.ts'
import { codeOf, deal, namesIn, openCollection, permitted } from '../support/collection.ts'
import { picture } from '../support/pictures.ts'
import { temporaryFolder } from '../support/temporary.ts'

/** Removes a folder however deep it is, as Bun can't. */
const remove = (path: string) => $`sh -c 'rm -r "$0"' ${path}`

/** So many folders in one another. */
const chain = (count: number, length: number) =>
  Array.from({ length: count }, (_, depth) => `${depth}`.padEnd(length, 'x')).join('/')

/** Makes folders in one another by moves, as no path may be as long as theirs becomes. */
async function makeDeep(at: (path: string) => string, count: number): Promise<void> {
  for (let depth = 0; depth < count; depth += 1) {
    const [inner, outer] = ['deep', 'outer']
    await mkdir(at(outer))
    if (depth === 0) await writeFile(at(`${outer}/lost.jpg`), picture('lost'))
    else await rename(at(inner), at(`${outer}/${'y'.repeat(200)}`))
    await rename(at(outer), at(inner))
  }
}

describe('a folder that would lie too deep, or get too long a path', () => {
  test.each([
    ['its own', chain(7, 250), 'a', 'b'],
    ['that of one in it', chain(4, 250), `a/${chain(4, 250)}`, 'a'],
    ['its depth', chain(40, 2), `a/${chain(30, 2)}`, 'a'],
  ])('is not moved: %s', async (_, target, made, moved) => {
    await using opened = await openCollection({ '1.jpg': picture(1), 'b/2.jpg': picture(2) })
    const { collection } = opened
    await collection.changes.createFolder(made, permitted)
    const move = () =>
      collection.changes.run(
        renameFolder,
        permitted,
        moved,
        newFolderPath(`${target}/${'n'.repeat(250)}`),
      )
    expect(await codeOf(move)).toBe('INVALID_FOLDER_NAME')
    expect((await collection.list('')).folders.map(({ name }) => name)).toEqual(['a', 'b'])
    expect((await collection.list(made)).totalImages).toBe(0)
    // What has room is moved.
    await collection.changes.run(renameFolder, permitted, 'b', newFolderPath(chain(60, 2)))
    opened.passTime()
    expect((await deal(opened, 2)).toSorted()).toEqual([`${chain(60, 2)}/2.jpg`, '1.jpg'])
  })

  test('is neither made nor moved where its names are long on the disk alone, nor uploaded to', async () => {
    // Each has 255 bytes at most in the form of a Mac, and a third of that in NFC.
    const name = '글'.repeat(27)
    const names = (count: number) => Array.from({ length: count }, () => name).join('/')
    const photo = picture(1)
    const long = `far/${names(14)}`
    await using opened = await openCollection({
      [`near/${names(6)}/1.jpg`.normalize('NFD')]: photo,
      [`${long}/2.jpg`.normalize('NFD')]: photo,
    })
    const { changes } = opened.collection
    const move = changes.run(renameFolder, permitted, 'near', newFolderPath(`${long}/new/near`))
    expect(await codeOf(move)).toBe('INVALID_FOLDER_NAME')
    const deeper = `${long}/${chain(2, 250)}`
    const make = changes.createFolder(deeper, permitted)
    expect(await codeOf(make)).toBe('INVALID_FOLDER_NAME')
    const upload = opened.upload(deeper, { name: 'x.jpg', content: photo })
    expect(await codeOf(upload)).toBe('INVALID_FOLDER_NAME')
    opened.passTime()
    expect(await namesIn(opened, long)).toEqual(['2.jpg'])
    expect((await opened.collection.list(long)).folders).toEqual([])
    expect((await deal(opened, 2)).map((path) => path.slice(-5)).toSorted()).toEqual([
      '1.jpg',
      '2.jpg',
    ])
  })

  test('does not go to the trash, which goes on to work', async () => {
    await using opened = await openCollection({ '1.jpg': picture(1) })
    const { collection } = opened
    const names = Array.from({ length: 15 }, () => '글'.repeat(27)).join('/')
    const long = `a/${names}/`.normalize('NFD')
    // With it, the path leaves just enough room for the name of an image.
    const last = 'l'.repeat(4095 - 256 - Buffer.byteLength(opened.at(long)))
    await opened.put(`${long}${last}/2.jpg`, picture(2))
    opened.passTime()
    expect(await namesIn(opened, `a/${names}/${last}`)).toEqual(['2.jpg'])
    const trash = (folder: string) => collection.changes.run(moveToTrash, permitted, [], [folder])
    expect(await codeOf(trash('a'))).toBe('INVALID_REQUEST')
    expect(await namesIn(opened, `a/${names}/${last}`)).toEqual(['2.jpg'])
    // Another program puts it there so deep that the system reaches no picture in it.
    const id = 'a'.repeat(32)
    const inside = opened.at(`.photo-frame/trash/${id}/${'d'.repeat(250)}`)
    await mkdir(inside, { recursive: true })
    await rename(opened.at('a'), `${inside}/a`)
    await collection.changes.run(moveToTrash, permitted, ['1.jpg'], [])
    const { items } = await collection.listTrash()
    expect(items.map(({ path }) => path).toSorted()).toEqual(['1.jpg', id])
    const { totalDeleted } = await collection.changes.run(({ trash }) => trash.delete(), permitted)
    expect(totalDeleted).toBe(2)
    expect(await readdir(opened.at('.photo-frame/trash'))).toEqual([])
  })
})

describe('what another program has put too deep', () => {
  test.each(['before the start', 'while it runs'])(
    'is passed over, and named once: %s',
    async (when) => {
      await using folder = await temporaryFolder()
      const notices: string[] = []
      const makeNow = () => makeDeep((path) => join(folder.path, path), 25)
      await writeFile(join(folder.path, '1.jpg'), picture(1))
      if (when === 'before the start') await makeNow()
      const onNotice = (notice: string) => notices.push(notice)
      await using opened = await openCollection({}, { uploadsDir: folder.path, onNotice })
      if (when === 'while it runs') await makeNow()
      for (let check = 0; check < 3; check += 1) {
        opened.passTime()
        expect(await deal(opened, 2)).toEqual(['1.jpg', '1.jpg'])
        expect(await namesIn(opened, `deep/${'y'.repeat(200)}`)).toEqual([])
        expect(await opened.upload('new', { name: 'x.jpg', content: picture('x') })).toBeDefined()
        await opened.collection.changes.run(removeFolder, permitted, 'new', true)
      }
      const { unreadable } = await opened.collection.summary()
      const path = expect.stringMatching(/^deep\/y+/)
      expect(unreadable).toEqual([{ path, error: noRoom, isFolder: true }])
      expect(notices).toEqual([`${unreadable[0]?.path}: ${noRoom}`])
      await remove(join(folder.path, 'deep'))
      opened.passTime()
      expect((await opened.collection.summary()).unreadable).toEqual([])
    },
  )

  test('is deleted with the folder around it, at once and at the next start', async () => {
    await using opened = await openCollection({ '1.jpg': picture(1) })
    const staging = opened.at('.photo-frame/staging')
    await makeDeep(opened.at, 25)
    opened.passTime()
    expect(await deal(opened, 1)).toEqual(['1.jpg'])
    const { changes } = opened.collection
    const counts = { totalFolders: 24, totalImages: 1, otherFiles: 0 }
    const withoutRecursion = changes.run(removeFolder, permitted, 'deep', false)
    expect(await codeOf(withoutRecursion)).toBe('FOLDER_NOT_EMPTY')
    const deleted = await changes.run(removeFolder, permitted, 'deep', true)
    expect(deleted).toEqual({ path: 'deep', ...counts })
    expect(await readdir(staging)).toEqual([])
    await makeDeep((path) => join(staging, path), 25)
    await opened.collection.close()
    await using again = await openCollection({}, { uploadsDir: opened.uploadsDir })
    expect(again.errors).toEqual([])
    expect(await readdir(staging)).toEqual([])
  })

  test('is named as such where its names are long on the disk alone', async () => {
    const name = '글'.repeat(27)
    const onDisk = name.normalize('NFD')
    const names = (count: number) => Array.from({ length: count }, () => onDisk).join('/')
    await using opened = await openCollection({ '1.jpg': picture(1) })
    await mkdir(opened.at(names(14)), { recursive: true })
    await mkdir(opened.at(`below/${names(4)}`), { recursive: true })
    await rename(opened.at('below'), opened.at(`${names(14)}/below`))
    for (let check = 0; check < 2; check += 1) {
      opened.passTime()
      expect(await deal(opened, 1)).toEqual(['1.jpg'])
      const { unreadable } = await opened.collection.summary()
      const path = expect.stringMatching(new RegExp(`^${name}/`))
      expect(unreadable).toEqual([{ path, error: noRoom, isFolder: true }])
    }
    await using again = await openCollection({}, { uploadsDir: opened.uploadsDir })
    expect((await again.collection.summary()).unreadable).toHaveLength(1)
    await remove(opened.at(onDisk))
  })

  test('is passed over where only the path of the file is too long for the system', async () => {
    await using folder = await temporaryFolder()
    const root = join(folder.path, chain(15, 250), 'r'.repeat(100))
    await mkdir(root, { recursive: true })
    await writeFile(join(root, '1.jpg'), picture(1))
    const name = `${'z'.repeat(250)}.jpg`
    await $`mv ${join(root, '1.jpg')} ${name} && cp ${name} 2.jpg`.cwd(root)
    await using opened = await openCollection({}, { uploadsDir: root })
    for (let check = 0; check < 2; check += 1) {
      opened.passTime()
      expect(await deal(opened, 2)).toEqual(['2.jpg', '2.jpg'])
      expect(await namesIn(opened)).toEqual(['2.jpg', name])
    }
    const { unreadable } = await opened.collection.summary()
    expect(unreadable).toEqual([
      { path: name, error: 'no permission to read it, or a fault of the disk' },
    ])
    const cause = expect.objectContaining({ code: 'ENAMETOOLONG' })
    expect(opened.errors).toEqual([expect.objectContaining({ cause })])
    await remove(root)
  })
})
