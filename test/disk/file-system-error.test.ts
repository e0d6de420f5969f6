import { expect, test } from 'bun:test'
import { mkdir, open, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { asUnfitName } from '../../src/disk/file-system-error.ts'
import { handlePath } from '../../src/disk/files/verified-open.ts'
import { systemCode } from '../../src/lib/system/system-error.ts'
import { temporaryFolder } from '../support/temporary.ts'

const refusal = (code: string) => Object.assign(new Error('refused by the server'), { code })

const onSmb = async () => ({ findsNoUnfitNames: true })

test('a new name that "is not there" over SMB is unfit where the folder for it is there', async () => {
  await using folder = await temporaryFolder()
  const codeOf = async (code: string, path: string) =>
    systemCode(await asUnfitName(refusal(code), path, onSmb))
  expect(await codeOf('ENOENT', folder.path)).toBe('EINVAL')
  expect(await codeOf('ENOSPC', folder.path)).toBe('ENOSPC')
  expect(await codeOf('ENOENT', join(folder.path, 'missing'))).toBe('ENOENT')
  // Elsewhere the folder was just deleted.
  expect(systemCode(await asUnfitName(refusal('ENOENT'), folder.path))).toBe('ENOENT')
})

test.skipIf(process.platform !== 'linux')(
  'a folder that is deleted while it is open is not there',
  async () => {
    await using folder = await temporaryFolder()
    const path = join(folder.path, 'deleted')
    await mkdir(path)
    const handle = await open(path)
    try {
      await rmdir(path)
      const failure: unknown = await mkdir(join(handlePath(handle), 'a')).catch(
        (error: unknown) => error,
      )
      expect(systemCode(await asUnfitName(failure, handlePath(handle), onSmb))).toBe('ENOENT')
    } finally {
      await handle.close()
    }
  },
)
