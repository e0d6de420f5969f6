import { AppError } from '../errors.ts'
import type { Undo } from '../lib/all-or-nothing.ts'
import { deleteEmptyFolder } from '../disk/folders/delete-folder.ts'
import { onUnfitName } from '../disk/file-system-error.ts'
import type { Folder } from '../library/tree/nodes.ts'
import type { ChangeParts } from './change-parts.ts'
import { joinPath, prohibitedChars } from '../disk/paths.ts'

/** Makes the error of a folder name that can't be used, with the characters that none may hold. */
export const invalidFolderName = (sentence?: string) =>
  new AppError('INVALID_FOLDER_NAME', sentence, {
    details: { prohibitedChars: [...prohibitedChars] },
  })

/** Makes the error of a folder whose path, or that of one in it, gets too long or too deep. */
export const tooLong = () =>
  invalidFolderName(
    'The path of this folder, or of one in it, would be too long, or lie too deep. Use a shorter one.',
  )

/** Makes the error of a folder that would have the name of a file. */
export const takenByFile = () =>
  invalidFolderName('A file has the name of this folder. Choose another name.')

const unfitName = () =>
  invalidFolderName(
    'The disk can not hold a folder of this name. Use a shorter one, or plain letters and digits.',
  )

/**
 * Makes a folder on the disk and in the tree, and those above it where they are missing. The caller
 * lets one change run at a time.
 * @param onFailure is given how to take back each folder that was made.
 * @throws INVALID_FOLDER_NAME when something else has the name of one, or nothing in it could be
 * reached; FILE_SYSTEM_ERROR.
 */
export async function makeFolder(
  { disk, tree }: Pick<ChangeParts, 'disk' | 'tree'>,
  segments: readonly string[],
  onFailure: (undo: Undo) => void,
): Promise<Folder> {
  let folder = tree.root
  // What is below is asked for on the way.
  await disk.refresh('')
  for (const name of segments) {
    const child = folder.folders.get(name)
    folder = child && (await isThere(child)) ? child : await makeOne(folder, name)
    if (!disk.reachesInto(folder.diskPath)) throw tooLong()
  }
  return folder

  /** Whether the disk still has a folder: another program may have deleted it meanwhile. */
  async function isThere(child: Folder): Promise<boolean> {
    if (await disk.folderFacts(child.diskPath)) return true
    await disk.checkRoot()
    tree.removeFolder(child)
    return false
  }

  async function makeOne(parent: Folder, name: string): Promise<Folder> {
    const { diskPath } = parent
    // A Mac may have just copied it: of two that differ in their form only, one is not shown.
    const otherForm = await disk.nameInOtherForm(diskPath, name)
    const path = joinPath(diskPath, name)
    const isMade =
      otherForm === undefined && (await disk.makeFolder(path).catch(onUnfitName(unfitName)))
    if (isMade) onFailure(() => deleteEmptyFolder(disk.root, path))
    // A disk that ignores case may have the folder under another spelling.
    const spelling = isMade ? name : await disk.nameOnDisk(diskPath, name)
    const diskName = otherForm ?? spelling ?? name
    const facts = await disk.folderFacts(joinPath(diskPath, diskName))
    if (facts === undefined) {
      await disk.checkNoFolder(joinPath(diskPath, diskName))
      throw takenByFile()
    }
    const made = tree.addFolder(parent, diskName.normalize('NFC'), diskName)
    made.inode = facts.inode
    made.mtimeMs = facts.mtimeMs
    if (isMade) onFailure(async () => tree.removeFolder(made))
    return made
  }
}
