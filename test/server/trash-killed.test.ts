import { expect, test } from 'bun:test'
import { killAmongTrash } from '../support/trash-kills.ts'

test('6 kills while pictures are deleted, restored and moved leave each in its place or in the trash', async () => {
  const { faults, trashed, restored } = await killAmongTrash(6, 20_261_122)
  expect(faults).toEqual([])
  expect(trashed).toBeGreaterThan(0)
  expect(restored).toBeGreaterThan(0)
}, 90_000)
