import { expect, test } from 'bun:test'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import {
  codeOf,
  contentOf,
  inChunks,
  openCollection,
  permitted,
  type OpenedCollection,
} from '../support/collection.ts'
import { picture } from '../support/pictures.ts'
import { lacks } from '../support/programs.ts'
import { eventually } from '../support/server.ts'

/** Begins to store 40 pictures in the folder `a`, in which others change something then. */
async function publishing(opened: OpenedCollection) {
  const reception = await opened.collection.receive()
  for (let index = 0; index < 40; index += 1) {
    await reception.receive(`${index}.jpg`, inChunks(picture(`new ${index}`)))
  }
  const work = codeOf(opened.collection.changes.publish(reception, 'a', permitted))
  while (!existsSync(opened.at('a/5.jpg'))) await Bun.sleep(0)
  return {
    end: async () => {
      const code = await work
      await reception[Symbol.asyncDispose]()
      const left = await readdir(opened.uploadsDir, { recursive: true })
      expect(left.filter((path) => path.startsWith('.photo-frame/staging/'))).toBeEmpty()
      return code
    },
  }
}

test('an upload whose folder is moved on the way goes with it as a whole', async () => {
  await using opened = await openCollection({ 'a/old.jpg': picture(1) })
  const upload = await publishing(opened)
  await rename(opened.at('a'), opened.at('b'))
  await writeFile(opened.at('a'), 'in the way')
  expect(await upload.end()).toBeUndefined()
  expect(await readdir(opened.at('b'))).toHaveLength(41)
  opened.passTime()
  await eventually(async () => {
    const { folders } = await opened.collection.list('')
    expect(folders.map(({ name, imageCount }) => [name, imageCount])).toEqual([['b', 41]])
  })
})

test('an upload whose folder is replaced by a file on the way ends before that or stores nothing', async () => {
  await using opened = await openCollection({ 'a/old.jpg': picture(1) })
  const upload = await publishing(opened)
  await rename(opened.at('a'), opened.at('.gone'))
  await writeFile(opened.at('a'), 'in the way')
  await eventually(() => rm(opened.at('.gone'), { recursive: true, force: true }))
  expect([undefined, 'INVALID_FOLDER_NAME']).toContain(await upload.end())
  expect((await readdir(opened.uploadsDir)).toSorted()).toEqual(['.photo-frame', 'a'])
})

test.skipIf(lacks('mount'))('files that can not get their names leave nothing behind', async () => {
  await using opened = await openCollection({ 'a/1.jpg': picture(1) })
  const disk = opened.at('a/disk')
  await mkdir(disk)
  // Has room for the folder, one picture and its copy, not for two pictures.
  const mounting = Bun.spawn(['mount', '-t', 'tmpfs', '-o', 'nr_inodes=3', 'none', disk])
  expect(await mounting.exited).toBe(0)
  try {
    const files = ['2.jpg', '3.jpg'].map((name) => ({ name, content: picture(name) }))
    expect(await codeOf(opened.upload('a/disk', ...files))).toBe('FILE_SYSTEM_ERROR')
    const { visible, staged } = await contentOf(opened.uploadsDir)
    expect(visible).toEqual(['a', 'a/1.jpg', 'a/disk'])
    expect(staged).toBeEmpty()
    expect(opened.collection.counts().totalImages).toBe(1)
    expect(await codeOf(opened.upload('a/disk', ...files.slice(1)))).toBeUndefined()
    expect(await readdir(disk)).toEqual(['3.jpg'])
  } finally {
    await Bun.spawn(['umount', '-l', disk]).exited
  }
})
