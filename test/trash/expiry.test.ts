import { describe, expect, test } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { moveToTrash } from '../../src/trash/move-to-trash.ts'
import { restoreItems } from '../../src/trash/restore-items.ts'
import { codeOf, openCollection, permitted } from '../support/collection.ts'
import { picture } from '../support/pictures.ts'
import { eventually } from '../support/server.ts'
import { shortRests } from '../support/time.ts'

const dayMs = 24 * 60 * 60_000
const files = { '1.jpg': picture(1), '2.jpg': picture(2), 'b/c/3.jpg': picture(3) }

describe('what is in the trash', () => {
  test('goes by itself after its days, and nothing else', async () => {
    using _ = shortRests()
    await using opened = await openCollection(files, { trashDays: 10 })
    const { changes } = opened.collection
    const first = await changes.run(moveToTrash, permitted, ['1.jpg'], ['b'])
    await opened.collection.close()
    const { uploadsDir } = opened
    const at = (moment: number) => ({ uploadsDir, trashDays: 10, clock: () => moment })
    const start = Date.now()

    await using later = await openCollection({}, at(start + 9 * dayMs))
    expect((await later.collection.listTrash()).totalItems).toBe(2)
    const { trashedItems } = await later.collection.changes.run(
      moveToTrash,
      permitted,
      ['2.jpg'],
      [],
    )
    await later.collection.close()

    await using last = await openCollection({}, at(start + 11 * dayMs))
    const trash = await last.collection.listTrash()
    expect(trash.items.map(({ path }) => path)).toEqual(['2.jpg'])
    // It can not be restored either, even before it is deleted.
    const ids = first.trashedItems.map((item) => item.id ?? '')
    expect((await last.collection.changes.run(restoreItems, permitted, ids)).totalRestored).toBe(0)
    const id = trashedItems[0]?.id ?? ''
    await eventually(async () => {
      const left = await readdir(last.at('.photo-frame/trash'))
      return left.length === 1 && left[0] === id
    })
    await eventually(async () => (await readdir(last.at('.photo-frame/staging'))).length === 0)
    expect((await last.collection.changes.run(restoreItems, permitted, [id])).totalRestored).toBe(1)
    expect(last.errors).toEqual([])
  })

  test('goes at the start where there is no trash, and nothing comes in', async () => {
    using _ = shortRests()
    await using opened = await openCollection(files)
    await opened.collection.changes.run(moveToTrash, permitted, ['1.jpg'], ['b'])
    await opened.collection.close()
    await using without = await openCollection({}, { uploadsDir: opened.uploadsDir, trashDays: 0 })
    const { collection } = without
    expect(await collection.listTrash()).toEqual({
      items: [],
      totalItems: 0,
      totalSize: 0,
      days: 0,
    })
    expect(await codeOf(collection.changes.run(moveToTrash, permitted, ['2.jpg'], []))).toBe(
      'INVALID_REQUEST',
    )
    expect(await Bun.file(without.at('2.jpg')).exists()).toBeTrue()
    await eventually(async () => (await readdir(without.at('.photo-frame/trash'))).length === 0)
  })
})
