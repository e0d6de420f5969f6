import { readlink, type FileHandle } from 'node:fs/promises'
import { dirname, relative } from 'node:path'
import { isVisibleName } from '../../paths.ts'
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

/** A folder below the root. */
interface Place {
  root: string
  /** Relative to the root. */
  path: string
  /** Whether other machines use it, too. */
  isShared: boolean
}

/** Runs work inside a folder, and gives it a check whether the folder still shows. */
export async function insideKeptFolder<T>(place: Place, work: WorkInFolder<T>): Promise<T> {
  return insideFolder(place.root, place.path, (folder, handle) =>
    work(folder, handle, async () => {
      if ((await isShown(place.root, handle)) && (await leadsTo(place, handle))) return
      throw Object.assign(new Error(`${place.path} was moved or deleted`), { code: 'ENOENT' })
    }),
  )
}

/** Whether the path that an open folder has on this machine shows among the pictures. */
async function isShown(root: string, handle: FileHandle): Promise<boolean> {
  const link = handlePath(handle)
  if (link === undefined) return true
  // A disk that ignores case may have the root under another spelling.
  const base = await insideFolder(root, '', (rootLink) => readlink(rootLink))
  const path = relative(base, await readlink(link))
  return path === '' || path.split('/').every(isVisibleName)
}

/** Whether a path leads to an open folder in the eyes of other machines. */
async function leadsTo({ root, path, isShared }: Place, handle: FileHandle): Promise<boolean> {
  if (!isShared) return true
  await refreshPath(root, path.includes('/') ? dirname(path) : '')
  const [opened, found] = await Promise.all([
    handle.stat(),
    insideFolder(root, path, (_, folder) => folder.stat()),
  ])
  return opened.ino === found.ino
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
