import { describe, expect, test } from 'bun:test'
import { mkdir, readdir, rename, utimes } from 'node:fs/promises'
import { deleteImages } from '../../src/uploads/change-images.ts'
import {
  deal,
  expectNames,
  openCollection,
  permitted,
  type OpenedCollection,
} from '../support/collection.ts'
import { picture } from '../support/pictures.ts'

describe('names that are not in NFC on the disk', () => {
  const [nfc, nfd] = ['\u00e9', 'e\u0301']

  test('are listed, dealt, served and deleted in NFC', async () => {
    await using opened = await openCollection({ [`${nfd}/${nfd}.jpg`]: picture(1) })
    const { collection } = opened
    const path = `${nfc}/${nfc}.jpg`
    expect((await collection.list(nfd)).images).toMatchObject([{ name: `${nfc}.jpg`, path }])
    expect(await deal(opened, 1)).toEqual([path])
    const file = await collection.parts.opener.open(path, {})
    expect(file?.size).toBe(picture(1).length)
    await file?.release?.()
    const again = await opened.upload(nfc, { name: `${nfc}.jpg`, content: picture(1) })
    expect(again.uploadedFiles).toMatchObject([{ path }])
    const other = await opened.upload(nfc, { name: `${nfc}.jpg`, content: picture(2) })
    expect(other.uploadedFiles).toMatchObject([{ fileName: `${nfc}-1.jpg` }])
    expect(await collection.changes.createFolder(nfc, permitted)).toMatchObject({ exists: true })
    expect((await collection.changes.run(deleteImages, permitted, [path])).totalDeleted).toBe(1)
    await expectNames(opened, [`${nfc}-1.jpg`], nfc)
  })

  test.each([
    [
      'an upload',
      (opened: OpenedCollection) =>
        opened.upload(`a/${nfc}/b`, { name: '1.jpg', content: picture(1) }),
    ],
    ['a new folder', ({ collection }) => collection.changes.createFolder(`a/${nfc}`, permitted)],
  ])('are found by %s before the folder is looked at again', async (_, change) => {
    await using opened = await openCollection({ 'a/1.jpg': picture(1) })
    await mkdir(opened.at(`a/${nfd}`))
    await change(opened)
    expect((await readdir(opened.at('a'))).toSorted()).toEqual(['1.jpg', nfd])
  })

  test('are found again when only their form changes', async () => {
    await using opened = await openCollection({ [`${nfd}.jpg`]: picture(1) })
    await expectNames(opened, [`${nfc}.jpg`])
    await rename(opened.at(`${nfd}.jpg`), opened.at(`${nfc}.jpg`))
    await expectNames(opened, [`${nfc}.jpg`])
    await utimes(opened.uploadsDir, 1e9, 1e9)
    await expectNames(opened, [`${nfc}.jpg`])
    expect(await deal(opened, 1)).toEqual([`${nfc}.jpg`])
  })
})

test('names that are none of the collection are seen nowhere', async () => {
  const hidden = ['.a.jpg', '@eaDir/a.jpg', '#recycle/a.jpg', 'lost+found/a.jpg', '.git/a.jpg']
  const files = [...hidden, 'a:b.jpg', 'a\nb.jpg', 'notes.txt', 'x/a.jpg.part', 'q?/a.jpg']
  await using opened = await openCollection(
    Object.fromEntries(files.map((path) => [path, picture(1)])),
  )
  const { collection } = opened
  expect(collection.counts()).toEqual({ totalFolders: 1, totalImages: 0 })
  for (const path of files) expect(await collection.parts.opener.open(path, {})).toBeUndefined()
  expect((await collection.changes.run(deleteImages, permitted, files)).totalDeleted).toBe(0)
})
