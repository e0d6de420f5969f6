import { lstat, readdir } from 'node:fs/promises'
import type { Dirent } from 'node:fs'
import { join } from 'node:path'
import type { ErrorDetails } from '../../errors.ts'
import { forEachParallel } from '../../lib/waiting/for-each.ts'
import { fileNames } from '../file-names.ts'
import { isVisibleName } from '../paths.ts'
import { ignoring } from '../../errors.ts'
import { ifThere, isRefusal } from '../file-system-error.ts'
import { insideFolder } from '../files/verified-open.ts'

/** What a folder holds, in itself and in all folders below it. */
export type FolderContents = ErrorDetails['FOLDER_NOT_EMPTY']

/** What an empty folder holds, to count on from. */
export const noContents = (): FolderContents => ({
  totalFolders: 0,
  totalImages: 0,
  otherFiles: 0,
})

/** Counts what a folder itself holds, hidden files too; symbolic links count as files. */
export function count(contents: FolderContents, entries: readonly Dirent[]): void {
  for (const entry of entries) {
    if (entry.isDirectory()) contents.totalFolders += isVisibleName(entry.name) ? 1 : 0
    else if (entry.isFile() && fileNames.isImage(entry.name)) contents.totalImages += 1
    else contents.otherFiles += 1
  }
}

/** Counts what a folder holds at any depth, as far as it can be reached. */
export async function folderContents(root: string, path: string): Promise<FolderContents> {
  const contents = noContents()
  await forEachFolder(root, path, async (entries) => count(contents, entries))
  return contents
}

/**
 * Counts the images that a folder in the trash shows, and the bytes of all files, as far as they can
 * be reached.
 */
export async function measureTree(
  root: string,
  path: string,
): Promise<{ images: number; bytes: number }> {
  let [images, bytes] = [0, 0]
  await forEachFolder(root, path, async (entries, inside, below) => {
    const files = entries.filter((entry) => entry.isFile())
    const isShown = below.every(isVisibleName)
    if (isShown) images += files.filter(({ name }) => fileNames.isImage(name)).length
    await forEachParallel(files, async ({ name }) => {
      const { size } = await lstat(join(inside, name))
      bytes += size
    })
  })
  return { images, bytes }
}

/** Reads a folder and all below it, with the names that lead there from it. */
async function forEachFolder(
  root: string,
  path: string,
  visit: (entries: Dirent[], inside: string, below: readonly string[]) => Promise<void>,
): Promise<void> {
  const folders: string[][] = [[]]
  for (const below of folders) {
    const folder = join(path, ...below)
    const visited = ifThere(folder, () =>
      insideFolder(root, folder, async (inside) => {
        const entries = await readdir(inside, { withFileTypes: true })
        const deeper = entries.filter((entry) => entry.isDirectory())
        folders.push(...deeper.map(({ name }) => [...below, name]))
        await visit(entries, inside, below)
      }),
    )
    await visited.catch(ignoring(isRefusal))
  }
}
