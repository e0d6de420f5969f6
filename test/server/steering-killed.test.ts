import { test } from 'bun:test'
import { killWhileSteering } from '../support/steering-kills.ts'

test(
  'every change of a frame that was answered outlives 4 kills at any moment',
  () => killWhileSteering(4),
  120_000,
)
