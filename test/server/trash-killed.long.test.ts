import { expect, test } from 'bun:test'
import { killAmongTrash } from '../support/trash-kills.ts'

test('20 kills while pictures are deleted, restored and moved leave each in its place or in the trash', async () => {
  const { faults, trashed, restored, moved, expired } = await killAmongTrash(20, 20_261_122)
  expect(faults).toEqual([])
  expect(Math.min(trashed, restored, moved, expired)).toBeGreaterThan(0)
}, 90_000)
