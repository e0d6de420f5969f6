import { constants } from 'node:fs'
import { readdir, readlink, type FileHandle } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { named } from '../file-system-error.ts'
import { liesIn, parentOf } from '../paths.ts'
import { openWhenFree } from '../shortage/when-free.ts'

const { O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants
const folderFlags = O_RDONLY | O_NOFOLLOW | O_DIRECTORY

/** A path that leads to what an open handle holds, whatever becomes of its name (proc(5)). */
export const handlePath = ({ fd }: FileHandle): string => `/proc/self/fd/${fd}`

/**
 * Opens a regular file below the root for reading. A symbolic link anywhere on the way makes it
 * "not there", also one that is swapped in at this very moment: the handle is compared with where
 * it should have led after it was opened.
 * @throws what the system says, `ENOENT`, `ENOTDIR` or `ELOOP` for a link.
 */
export async function openFile(root: string, path: string): Promise<FileHandle> {
  // Without O_NONBLOCK, opening a named pipe would wait for a writer.
  return openVerified(root, path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
}

async function openVerified(root: string, path: string, flags: number): Promise<FileHandle> {
  const target = join(root, path)
  const handle = await openWhenFree(target, flags)
  try {
    if ((await readlink(handlePath(handle))) === target) return handle
  } catch (error) {
    await handle.close()
    throw error
  }
  await handle.close()
  return openStepwise(root, path, flags)
}

/**
 * Opens a path name by name and follows no link. It takes several calls where one would do, but
 * also works where a disk that ignores case knows the path in the spelling of somebody else.
 */
async function openStepwise(root: string, path: string, flags: number): Promise<FileHandle> {
  const names = path.split('/').filter((name) => name !== '')
  let handle = await openWhenFree(root, folderFlags)
  for (const [index, name] of names.entries()) {
    await using folder = handle
    const isLast = index === names.length - 1
    handle = await openWhenFree(`${handlePath(folder)}/${name}`, isLast ? flags : folderFlags)
  }
  return handle
}

/**
 * Runs work inside a folder below the root, given as a path that stays in that very folder even
 * if its name is replaced by a link meanwhile. What the system refuses of what is in it
 * gets the path from the root.
 */
export async function insideFolder<T>(
  root: string,
  path: string,
  work: (folder: string, handle: FileHandle) => Promise<T>,
): Promise<T> {
  await using handle = await openVerified(root, path, folderFlags).catch((error: unknown) => {
    throw named(error, path)
  })
  const folder = handlePath(handle)
  try {
    return await work(folder, handle)
  } catch (error) {
    const at = error instanceof Error && 'path' in error ? String(error.path) : ''
    throw liesIn(at, folder) ? named(error, join(path, at.slice(folder.length + 1))) : error
  }
}

/** Lists all names in a folder below the root. */
export const namesIn = (root: string, path: string): Promise<string[]> =>
  insideFolder(root, path, (folder) => readdir(folder))

/**
 * Runs work with a path that leads to something below the root, or would, whatever becomes of the name
 * of the folder around it, which the work is given, too.
 */
export const atPath = <T>(
  root: string,
  path: string,
  work: (at: string, folder: FileHandle) => Promise<T>,
): Promise<T> =>
  insideFolder(root, parentOf(path), (folder, handle) => work(join(folder, basename(path)), handle))

/**
 * Fills a buffer from a position on, as far as the file goes: one read may give less than was asked for.
 * @returns how many bytes it read.
 */
export async function readFully(
  handle: FileHandle,
  buffer: Uint8Array,
  position: number,
): Promise<number> {
  let done = 0
  while (done < buffer.length) {
    const { bytesRead } = await handle.read(buffer, done, buffer.length - done, position + done)
    if (bytesRead === 0) break
    done += bytesRead
  }
  return done
}
