import { describe, test } from 'bun:test'
import { expectHarmless, noPicture, tooSlow } from '../support/odd-decoder.ts'
import { lacks } from '../support/programs.ts'

const harmless = '%s harms nobody: the picture is passed over, named, and not tried again'

describe.concurrent('a decoder that', () => {
  test.each([
    ['is no decoder', 'exit 0', noPicture, 2],
    ['prints gigabytes before it fails', 'head -c 3000000000 /dev/zero; exit 1', noPicture, 2],
    ['writes what is no picture', 'echo hello > "$4"', noPicture, 1],
    ['hangs', 'sleep 4711', tooSlow, 1],
  ])(harmless, (_, script, why, tries) => expectHarmless(script, why, tries), 60_000)

  test.skipIf(lacks('prlimit')).each([
    ['writes more than a picture takes', 'cat /dev/zero > "$4"', noPicture, 1],
    ['eats memory', 'x=$(yes)', noPicture, 2],
  ])(harmless, (_, script, why, tries) => expectHarmless(script, why, tries), 60_000)
})
