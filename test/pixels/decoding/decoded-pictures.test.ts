import { describe, expect, test } from 'bun:test'
import { chmod, open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ProgramLimits } from '../../../src/disk/processes/isolation.ts'
import { SystemDecoder } from '../../../src/disk/processes/system-decoder.ts'
import { DecodedPictures, type Decoding } from '../../../src/pixels/decoding/decoded-pictures.ts'
import { UnscalableError } from '../../../src/pixels/decoding/unscalable.ts'
import { sourceOf } from '../../support/byte-source.ts'
import { heifHeader, photo, size } from '../../support/heif.ts'
import { lacks } from '../../support/programs.ts'
import { temporaryFolder } from '../../support/temporary.ts'

const heic = heifHeader([size(360, 240)])
const picture = { type: 'heic', width: 360, height: 240, key: 'a.heic' } as const
const megabyte = 1024 ** 2

/** Decodes with a script of the shell, and says what came of it and what it was run for. */
async function decodeWith(script: string, memoryLeft = () => 4000 * megabyte) {
  await using folder = await temporaryFolder()
  const at = (name: string) => join(folder.path, name)
  await writeFile(at('decoder'), `#!/bin/sh\necho >> ${folder.path}/runs\n${script}\n`)
  await chmod(at('decoder'), 0o755)
  await writeFile(at('photo.jpg'), await photo())
  const decoder = new SystemDecoder(at('decoder'), at('temporary'))
  const pictures = new DecodedPictures(decoder, memoryLeft)
  await using file = await open(at('decoder'))
  const source = { ...sourceOf(heic), descriptor: file.fd }
  let timesAlone = 0
  const decoding: Decoding = {
    signal: new AbortController().signal,
    alone: (task) => {
      timesAlone += 1
      return task()
    },
  }
  const result = await pictures.get(picture, source, decoding).catch((error: unknown) => error)
  const runs = await Bun.file(at('runs'))
    .text()
    .catch(() => '')
  return {
    isShown: !(result instanceof Error),
    isDamaged: result instanceof UnscalableError,
    error: result instanceof Error ? result.message : undefined,
    runs: runs.length,
    timesAlone,
  }
}

const show = 'cp ../../photo.jpg "$4"'

describe('a decode that fails', () => {
  test.skipIf(lacks('prlimit'))(
    'for want of memory is tried once more, alone, with more',
    async () => {
      const decoded = await decodeWith(`[ $(ulimit -d) -gt 90000 ] && ${show}`)
      expect(decoded).toMatchObject({ isShown: true, runs: 2, timesAlone: 1 })
    },
  )

  test.each([
    ['by chance', `[ $(wc -l < ../../runs) = 2 ] && ${show}`],
    ['as the system ends it', `[ $(wc -l < ../../runs) = 1 ] && kill -KILL $$; ${show}`],
  ])('%s is tried once more', async (_, script) => {
    expect(await decodeWith(script)).toMatchObject({ isShown: true, runs: 2, timesAlone: 1 })
  })

  test('twice is not called damaged where there was too little memory for the double', async () => {
    const little = await decodeWith('exit 1', () => 20 * megabyte)
    expect(little).toMatchObject({ isShown: false, isDamaged: false, runs: 2 })
    expect(little.error).toContain('too little memory')
    const enough = await decodeWith('exit 1')
    expect(enough).toMatchObject({ isShown: false, isDamaged: true, runs: 2 })
  })

  test.each([
    ['too long', 'takes too long'],
    ['not run', 'can not be run'],
  ] as const)(
    'as %s, of 20 seconds and one for each megapixel, is not tried again',
    async (why, told) => {
      const given: ProgramLimits[] = []
      const decode = async (...[, , limits]: Parameters<SystemDecoder['decode']>) => {
        given.push(limits)
        return why
      }
      const source = { ...sourceOf(heic), descriptor: 0 }
      const { signal } = new AbortController()
      const alone = () => Promise.reject(new Error('tried again'))
      const large = { ...picture, width: 4000, height: 3000 }
      const decoded = new DecodedPictures({ decode }, () => 1e9).get(large, source, {
        signal,
        alone,
      })
      await expect(decoded).rejects.toThrow(told)
      expect(given.map(({ time }) => time)).toEqual([32_000])
    },
  )
})

test('a decode that there is too little memory for waits until it is alone', async () => {
  let left = 0
  const later = () => (left += 5 * megabyte)
  expect(await decodeWith(show, later)).toMatchObject({ isShown: true, runs: 1, timesAlone: 1 })
  const never = await decodeWith(show, () => 0)
  expect(never).toMatchObject({ isShown: false, isDamaged: false, runs: 0 })
  expect(never.error).toContain('too little memory')
})
