import { test } from 'bun:test'
import { killAmongUploads } from '../support/upload-kills.ts'

test(
  '22 kills leave no picture half there and no promise broken',
  () => killAmongUploads(22),
  90_000,
)
