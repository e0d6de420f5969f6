import { mkdtemp, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { temporaryFolder } from './temporary.ts'

/** Where several machines have mounted one folder, if the environment names any. */
const mounts = process.env['PHOTO_FRAME_MOUNTS']?.split(':') ?? []

/**
 * A folder of its own for a test with several processes, which lies on the mounts that the
 * environment names: one path of the same folder for each process.
 */
export async function sharedFolder(processes: number) {
  const [first] = mounts
  const folder = first === undefined ? await temporaryFolder() : await folderOn(first)
  const paths = Array.from({ length: processes }, (_, index) => {
    const mount = mounts[index % mounts.length]
    return mount === undefined ? folder.path : join(mount, basename(folder.path))
  })
  return { path: folder.path, paths, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() }
}

async function folderOn(mount: string) {
  const path = await mkdtemp(join(mount, 'photo-frame-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}
