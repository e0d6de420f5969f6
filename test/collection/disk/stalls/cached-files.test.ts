import { describe, expect, test } from 'bun:test'
import { lstat, mkdir, rename, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { assert, asyncProperty, double, nat, stringMatching } from 'fast-check'
import {
  cachedFiles,
  loadCachedFiles,
} from '../../../../src/collection/disk/stalls/cached-files.ts'
import { temporaryFolder } from '../../../support/temporary.ts'

const found = await loadCachedFiles()
const { facts, holds } = found ?? cachedFiles()

describe.skipIf(found === undefined)('a look at what the system has in memory', () => {
  test('says of a file what lstat says, whatever its name, size and times', async () => {
    await using folder = await temporaryFolder()
    const name = stringMatching(/^[^/\0]{1,60}$/u).filter(
      (text) => text.isWellFormed() && !['.', '..'].includes(text),
    )
    const time = double({ min: -(2 ** 31), max: 2 ** 33, noNaN: true })
    await assert(
      asyncProperty(name, nat(5000), time, async (text, size, seconds) => {
        const path = join(folder.path, text)
        await writeFile(path, new Uint8Array(size))
        await utimes(path, seconds, seconds)
        const stat = await lstat(path)
        expect(facts(path)).toMatchObject({ size, mtimeMs: stat.mtimeMs })
      }),
    )
  })

  test('finds only regular files, and follows no link', async () => {
    await using folder = await temporaryFolder()
    const at = (name: string) => join(folder.path, name)
    await writeFile(at('file'), 'x')
    await mkdir(at('folder'))
    await symlink(at('file'), at('link'))
    for (const name of [
      'folder',
      'link',
      'missing',
      'file/below',
      'x'.repeat(300),
      'x/'.repeat(5000),
    ]) {
      expect(facts(at(name))).toBeUndefined()
    }
    await rename(at('file'), at('other'))
    expect(facts(at('file'))).toBeUndefined()
    expect(facts(at('other'))?.size).toBe(1)
  })
  test('holds what was just written, of the size that it has', async () => {
    await using folder = await temporaryFolder()
    const path = join(folder.path, 'file')
    await assert(
      asyncProperty(nat(100_000), async (size) => {
        await writeFile(path, new Uint8Array(size))
        expect(holds(path, size)).toBeTrue()
        expect(holds(path, size + 1)).toBeFalse()
      }),
    )
    await symlink(path, join(folder.path, 'link'))
    for (const name of ['link', 'missing', '.']) {
      expect(holds(join(folder.path, name), 0)).toBeFalse()
    }
  })
})
