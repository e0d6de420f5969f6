import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder of its own for a test, gone when the test ends: `await using folder = …`. */
export async function temporaryFolder() {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'photo-frame-')))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

/** A temporary folder with some files, by their paths in it. */
export async function folderWith(files: Record<string, Uint8Array | string>) {
  const folder = await temporaryFolder()
  const paths = Object.keys(files).map((path) => join(folder.path, path))
  for (const [index, content] of Object.values(files).entries()) {
    await Bun.write(paths[index] ?? '', content)
  }
  return { ...folder, paths }
}

/**
 * A file system of its own and of few bytes, for full disks and unmounted ones. It holds at most
 * so many files and folders; 0 stands for any number.
 */
export async function smallDisk(bytes: number, maxFiles = 0) {
  const folder = await temporaryFolder()
  const run = async (...command: string[]) => {
    const { exited } = Bun.spawn(command, { stdout: 'ignore', stderr: 'ignore' })
    return (await exited) === 0
  }
  const mount = () =>
    run('mount', '-t', 'tmpfs', '-o', `size=${bytes},nr_inodes=${maxFiles}`, 'none', folder.path)
  const unmount = () => run('umount', '-l', folder.path)
  return {
    path: folder.path,
    mount,
    unmount,
    /** Mounts it in another place, as it is, and back again. */
    move: (path: string) => run('mount', '--move', folder.path, path),
    moveBack: (path: string) => run('mount', '--move', path, folder.path),
    [Symbol.asyncDispose]: async () => {
      await unmount()
      await folder[Symbol.asyncDispose]()
    },
  }
}
