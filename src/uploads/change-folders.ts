import { AppError, invalidRequest } from '../errors.ts'
import { allOrNothing, type Undo } from '../lib/all-or-nothing.ts'
import type { Disk } from '../disk/disk.ts'
import { deleteEmptyFolder, deleteFolder } from '../disk/folders/delete-folder.ts'
import { folderContents, noContents, type FolderContents } from '../disk/folders/folder-contents.ts'
import { moveCovers } from '../library/marks.ts'
import { isReachableAt, relocate } from './relocate.ts'
import type { Folder } from '../library/tree/nodes.ts'
import type { Tree } from '../library/tree/tree.ts'
import { hasRoom, joinPath, liesIn } from '../disk/paths.ts'
import { isPresentable } from '../library/listing/covers.ts'
import type { FolderEntry } from '../library/types.ts'
import type { DeletedFolder, MovedFolder } from './results.ts'
import { invalidFolderName, makeFolder, tooLong } from './make-folder.ts'
import type { ChangeParts } from './change-parts.ts'

const taken = () => invalidFolderName('This name is taken. Choose another one.')

/**
 * Renames or moves a folder with all that it holds. Missing folders above it are created.
 * @throws FOLDER_NOT_FOUND; INVALID_FOLDER_NAME when the new path is taken, lies in the folder
 * itself, or is too long for a folder below; FILE_SYSTEM_ERROR.
 */
export async function renameFolder(
  parts: ChangeParts,
  path: string,
  segments: readonly string[],
): Promise<MovedFolder> {
  const { tree, marks, invitations, frames } = parts
  const folder = existingFolder(tree, path)
  const { path: oldPath, parent: source } = folder
  const newPath = segments.join('/')
  const name = segments.at(-1)
  if (source === undefined) throw invalidFolderName('The top folder has to stay as it is.')
  if (name === undefined) throw invalidFolderName('Give the folder a name.')
  if (liesIn(newPath, oldPath)) {
    throw invalidFolderName('A folder can not move into itself or get its own path.')
  }
  // No other process may see settings that lead there for a moment.
  if (tree.findFolder(newPath) !== undefined) throw taken()
  for (const { path: below } of tree.allFolders(folder)) {
    if (!hasRoom(newPath + below.slice(oldPath.length))) throw tooLong()
  }
  const move = () =>
    allOrNothing(async (onFailure) => {
      let isMoved = false
      // Whatever fails once it has moved, all else has to lead to where it is.
      const unlessMoved = (undo: Undo) => onFailure(async () => (isMoved ? undefined : undo()))
      const parent = await makeFolder(parts, segments.slice(0, -1), unlessMoved)
      if (!isReachableAt(parts, folder, joinPath(parent.diskPath, name))) throw tooLong()
      unlessMoved(await invitations.moveFolder(oldPath, newPath))
      unlessMoved(await frames.follow(new Map([[oldPath, newPath]])))
      const own = Object.entries(marks.belowFolder(oldPath))
      const relocation = {
        node: folder,
        from: folder.diskName,
        to: name,
        marksAt: (to: string) =>
          own.map(([below, each]) => [`${to}/${below}`, moveCovers(each, oldPath, to)] as const),
      }
      await relocate(
        parts,
        source.diskPath,
        parent,
        [relocation],
        () => (isMoved = true),
        () => {
          throw taken()
        },
      )
      if (!isMoved) throw new AppError('FOLDER_NOT_FOUND')
      await marks.remove([oldPath])
      const moved = parent.folders.get(name)
      return { path: oldPath, newPath, totalImages: moved?.imageCount ?? 0 }
    })
  // No frame may be given what its settings lead to while the folder is not there yet.
  return frames.moves.run(move)
}

/**
 * Deletes a folder for good.
 * @param recursive deletes all that it holds too, also files that are no pictures.
 * @throws FOLDER_NOT_FOUND; INVALID_FOLDER_NAME for the root; FOLDER_NOT_EMPTY; FILE_SYSTEM_ERROR.
 */
export async function removeFolder(
  { disk, tree, marks }: ChangeParts,
  path: string,
  recursive: boolean,
): Promise<DeletedFolder> {
  const folder = existingFolder(tree, path)
  if (folder.parent === undefined) throw invalidFolderName('The top folder can not be deleted.')
  const { path: folderPath, diskPath } = folder
  await disk.refresh(diskPath)
  if (recursive) await disk.restorePrivateFolder()
  const deleted = recursive
    ? await deleteFolder(disk.root, diskPath)
    : await deleteEmpty(disk, diskPath)
  if (deleted === undefined) {
    await disk.checkRoot()
    throw new AppError('FOLDER_NOT_FOUND')
  }
  tree.removeFolder(folder)
  await marks.remove([folderPath])
  return { path: folderPath, ...deleted }
}

/**
 * Chooses the image that stands for a folder; null leaves the choice to the service.
 * @throws FOLDER_NOT_FOUND; INVALID_REQUEST for an image that is not below it or can't be shown;
 * FILE_SYSTEM_ERROR, BUSY.
 */
export async function setCover(
  { tree, marks, lister, permission }: ChangeParts,
  path: string,
  imagePath: string | null,
): Promise<FolderEntry> {
  const folder = existingFolder(tree, path)
  const image = imagePath === null ? undefined : tree.findImage(imagePath)
  const isBelow = image !== undefined && liesIn(image.folder.path, folder.path)
  if (imagePath !== null && !(isBelow && isPresentable(image))) {
    throw invalidRequest('Choose an image below the folder that is not hidden and can be shown.')
  }
  await marks.setCover(folder.path, image, permission)
  return lister.describeFolder(folder)
}

/** @throws FOLDER_NOT_EMPTY with what it holds. */
async function deleteEmpty(disk: Disk, path: string): Promise<FolderContents | undefined> {
  if (await deleteEmptyFolder(disk.root, path)) return noContents()
  if ((await disk.folderFacts(path)) === undefined) return undefined
  const details = await folderContents(disk.root, path)
  throw new AppError('FOLDER_NOT_EMPTY', undefined, { details })
}

function existingFolder(tree: Tree, path: string): Folder {
  const folder = tree.findFolder(path)
  if (folder === undefined) throw new AppError('FOLDER_NOT_FOUND')
  return folder
}
