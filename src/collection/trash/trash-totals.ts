import type { Disk } from '../disk/disk.ts'
import { measureTree } from '../disk/trash-files.ts'
import { trashFolder } from '../paths.ts'
import type { TrashTotals } from '../types.ts'
import { isTrashId } from './trashed.ts'

/** Counts what the trash holds, by a look at the disk that changes nothing. */
export async function trashTotals(disk: Disk): Promise<TrashTotals> {
  const names = await disk.allNames(trashFolder)
  const items = [...(names?.files ?? []), ...(names?.folders ?? [])].filter(isTrashId)
  const { bytes } = await measureTree(disk.root, trashFolder)
  return { totalItems: items.length, totalSize: bytes }
}
