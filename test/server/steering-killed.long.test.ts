import { test } from 'bun:test'
import { killWhileSteering } from '../support/steering-kills.ts'

test(
  'every change of a frame that was answered outlives 20 kills at any moment',
  () => killWhileSteering(20),
  120_000,
)
