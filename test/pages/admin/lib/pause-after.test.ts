import { expect, test } from 'bun:test'
import { pauseAfter } from '../../../../src/pages/admin/lib/pause-after.ts'

test('what others change is looked for less often in a folder of many thousands of pictures', () => {
  // A change is up to 2 s late in the listing, and is seen within 5 s.
  for (const pictures of [0, 1, 300, 2000]) expect(pauseAfter(pictures)).toBe(2500)
  expect(pauseAfter(10_000)).toBe(12_500)
})
