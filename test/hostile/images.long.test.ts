import { test } from 'bun:test'
import { expectHarmlessCuts, whole } from './cuts.ts'
import { openPlace } from './place.ts'

test.each(Object.entries(whole))(
  '%s that ends after any byte of its first kilobyte does no harm',
  async (_, make) => {
    await using place = await openPlace()
    await expectHarmlessCuts(place, await make(), 1)
  },
)
