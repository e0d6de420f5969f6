import { expect, test } from 'bun:test'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { DiskError } from '../../src/disk/file-system-error.ts'
import { StagedFile } from '../../src/disk/staging/staged-file.ts'
import { temporaryFolder } from '../support/temporary.ts'

test.each(['ENOSPC', 'EDQUOT'])('what meets %s goes on once there is room', async (code) => {
  await using folder = await temporaryFolder()
  const disk = { isFull: true }
  const handle = await open(join(folder.path, 'staged'), 'wx+')
  const write = handle.write.bind(handle)
  const writeSome = async (bytes: Uint8Array, from: number, length: number, at: number) => {
    if (disk.isFull) throw new DiskError(code, 'no room')
    return write(bytes, from, length, at)
  }
  const makeRoom = async () => {
    disk.isFull = false
    return true
  }
  const options = { root: folder.path, path: 'staged', makeRoom }
  const file = new StagedFile({ ...options, handle: Object.assign(handle, { write: writeSome }) })
  await file.write(Buffer.from('whole'))
  await file.seal()
  expect(await Bun.file(join(folder.path, 'staged')).text()).toBe('whole')
})
