import { open, readdir, readlink, type FileHandle } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { Disk } from '../disk.ts'
import { deletionFolder, isVisibleName, trashFolder } from '../paths.ts'
import { goneError, ifThere } from '../file-system-error.ts'
import { handlePath, insideFolder } from './verified-open.ts'

/**
 * Work inside a folder.
 * @param folder a path that leads to that very folder, whatever becomes of its name.
 * @param check throws ENOENT once another process has deleted the folder, or has moved it to where
 * it does not show.
 */
export type WorkInFolder<T> = (
  folder: string,
  handle: FileHandle,
  check: () => Promise<void>,
) => Promise<T>

/** Runs work inside a folder, and gives it a check whether the folder still shows. */
export async function insideKeptFolder<T>(
  { root, traits }: Pick<Disk, 'root' | 'traits'>,
  path: string,
  work: WorkInFolder<T>,
): Promise<T> {
  return insideFolder(root, path, (folder, handle) =>
    work(folder, handle, async () => {
      const isKept =
        (await isShown(root, handle)) && !(traits.isShared && (await isInTrash(root, path, folder)))
      if (!isKept) throw goneError(`'${path}' was moved or deleted`)
    }),
  )
}

/** Whether the path that an open folder has on this machine shows among the pictures. */
async function isShown(root: string, handle: FileHandle): Promise<boolean> {
  // A disk that ignores case may have the root under another spelling.
  const base = await insideFolder(root, '', (rootLink) => readlink(rootLink))
  const path = relative(base, await readlink(handlePath(handle)))
  return path === '' || path.split('/').every(isVisibleName)
}

/** Whether another machine has deleted an open folder, or one that holds it. */
async function isInTrash(root: string, path: string, folder: string): Promise<boolean> {
  const trash = await Promise.all(
    [deletionFolder, trashFolder].map((folder) =>
      ifThere(folder, () =>
        insideFolder(root, folder, async (inside) => {
          const entries = await readdir(inside, { withFileTypes: true })
          const deleted = entries.filter((entry) => entry.isDirectory())
          return Promise.all(deleted.map(({ name }) => inodeOf(join(inside, name), path)))
        }),
      ),
    ),
  )
  // This machine may know the folders by paths of before, but they are the same folders.
  const own = await Promise.all(
    path.split('/').map((_, depth) => inodeOf(`${folder}${'/..'.repeat(depth)}`, path)),
  )
  return own.some((inode) => inode === undefined || trash.flat().includes(inode))
}

/** The number of a folder, `undefined` when it is gone. NFS asks the server where one is opened. */
async function inodeOf(link: string, path: string): Promise<number | undefined> {
  return ifThere(path, async () => {
    await using handle = await open(link)
    return (await handle.stat()).ino
  })
}

/**
 * Has a network mount ask its server which folders the names on a path lead to. Until it opens the
 * folder around a name, it may believe for a minute that the name leads where it did before (nfs(5),
 * "Data and metadata coherence").
 * @throws what the system says where there is no such folder.
 */
export async function refreshPath(root: string, path: string): Promise<void> {
  const names = path === '' ? [] : path.split('/')
  for (let depth = 0; depth <= names.length; depth += 1) {
    await insideFolder(root, names.slice(0, depth).join('/'), (_, folder) => folder.stat())
  }
}
