import { test } from 'bun:test'
import { killAmongUploads } from '../support/upload-kills.ts'

test('4 kills leave no picture half there and no promise broken', () => killAmongUploads(4), 90_000)
