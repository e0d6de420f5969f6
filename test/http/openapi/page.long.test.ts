import { test } from 'bun:test'
import { expectWithinReach } from '../../support/docs-page.ts'
import { lacks } from '../../support/programs.ts'

test.skipIf(lacks('chromium'))(
  'nothing on the page is out of reach in the dark',
  () => expectWithinReach('dark'),
  120_000,
)
