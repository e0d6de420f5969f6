import { expect, spyOn, test } from 'bun:test'
import { existsSync, readlinkSync } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { markImages } from '../../src/uploads/change-images.ts'
import { openCollection, permitted } from '../support/collection.ts'
import { picture } from '../support/pictures.ts'

const files = { 'a/old.jpg': picture(0) }

/** Gives what some work brings to the disk: each path, and whether a file had its name by then. */
async function syncsOf(root: string, file: string, work: () => Promise<unknown>) {
  await using some = await open(root)
  const prototype: FileHandle = Object.getPrototypeOf(some)
  const syncs: [path: string, isNamed: boolean][] = []
  const record = (name: 'sync' | 'datasync') => {
    const original = prototype[name]
    return spyOn(prototype, name).mockImplementation(function (this: FileHandle) {
      const path = readlinkSync(`/proc/self/fd/${this.fd}`).slice(root.length + 1)
      syncs.push([path.replace(/staging\/.*/, 'staging'), existsSync(`${root}/${file}`)])
      return original.call(this)
    })
  }
  using spies = new DisposableStack()
  spies.use(record('sync'))
  spies.use(record('datasync'))
  await work()
  return syncs
}

test('an upload is on the disk before it has a name, which is there before it is acknowledged', async () => {
  await using opened = await openCollection(files)
  const upload = () => opened.upload('a', { name: 'new.jpg', content: picture(1) })
  expect(await syncsOf(opened.uploadsDir, 'a/new.jpg', upload)).toEqual([
    ['.photo-frame/staging', false],
    ['a', true],
  ])
})

test('so is a file of the service, and each change of it', async () => {
  await using opened = await openCollection(files)
  const mark = (favourite: boolean) =>
    syncsOf(opened.uploadsDir, '.photo-frame/marks.json', () =>
      opened.collection.changes.run(markImages, permitted, ['a/old.jpg'], { favourite }),
    )
  expect(await mark(true)).toEqual([
    ['.photo-frame/marks.json.new', false],
    ['.photo-frame', true],
  ])
  expect(await mark(false)).toEqual([['.photo-frame/marks.json', true]])
})
