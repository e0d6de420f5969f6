import { ignoring, isFailure } from '../errors.ts'
import { forEachParallel } from '../lib/waiting/for-each.ts'
import { isFull } from '../disk/file-system-error.ts'
import { fileNames } from '../disk/file-names.ts'
import { moveCovers } from '../library/marks.ts'
import { freeNamesIn, relocate } from '../uploads/relocate.ts'
import { Image, type Folder, type ImageMarks } from '../library/tree/nodes.ts'
import { isVisibleName, joinPath, parentOf, parsePath } from '../disk/paths.ts'
import type { RestoreResult } from '../uploads/results.ts'
import type { ChangeParts } from '../uploads/change-parts.ts'
import { makeFolder } from '../uploads/make-folder.ts'
import type { MakeRoom } from '../disk/staging/staged-file.ts'
import type { Trash } from './trash.ts'
import type { TrashItem } from './trashed.ts'

/** What the trash is changed with. */
export interface TrashParts extends ChangeParts {
  trash: Trash
  /** Frees some bytes on the disk; false where it can't. */
  makeRoom: MakeRoom
}

/**
 * Puts items of the trash back where they were and reports on each id.
 * @throws FILE_SYSTEM_ERROR, then some may be back; BUSY.
 */
export async function restoreItems(
  parts: TrashParts,
  ids: readonly string[],
): Promise<RestoreResult> {
  const { tree, trash, scanner } = parts
  const items = await trash.items.byId(ids)
  const newPaths = new Map<string, string>()
  const found = [...new Set(ids)].flatMap((id) => items.get(id) ?? [])
  // A folder above comes before what was deleted from it: else its name would be taken.
  const groups = [...Map.groupBy(found, ({ path }) => parentOf(path))]
  for (const [path, group] of groups.toSorted(([one], [other]) => one.length - other.length)) {
    await restoreInto(parts, path, group, (item, newPath) => newPaths.set(item.id, newPath))
  }
  // On a full disk, too: what is written down of items that are gone is left out.
  const back = [...newPaths.keys()].map((id) => [id, null] as const)
  await trash.items.record(back).catch(ignoring(isFull))
  // What another process has deleted is known by its id alone.
  const isEmpty = (path: string) => {
    const folder = tree.findFolder(path)
    return folder !== undefined && folder.images.size + folder.folders.size === 0
  }
  if ([...newPaths.values()].some(isEmpty)) await scanner.check()
  const totalRestored = newPaths.size
  const restoredItems = ids.map((id) => {
    const newPath = newPaths.get(id) ?? null
    // What is named twice is back the second time.
    newPaths.delete(id)
    return newPath === null
      ? { id, path: null, status: 'not_found' as const, newPath }
      : { id, path: items.get(id)?.path ?? null, status: 'restored' as const, newPath }
  })
  return { restoredItems, totalRestored }
}

/** Restores items to one folder, which is made where it is missing. */
async function restoreInto(
  parts: TrashParts,
  path: string,
  items: readonly TrashItem[],
  onRestored: (item: TrashItem, newPath: string) => void,
): Promise<void> {
  const { tree, trash } = parts
  const folder = await folderFor(parts, path)
  await dropGone(parts, folder, items)
  const freeName = freeNamesIn(folder)
  const relocations = items.map((item) => ({
    item,
    node: trash.items.nodeOf(item.id),
    from: item.id,
    to: freeName(nameOf(item)),
    marksAt: (newPath: string) => marksIn(parts, newPath, item),
  }))
  await relocate(
    parts,
    tree.trash.diskPath,
    folder,
    relocations,
    ({ item, to }) => onRestored(item, joinPath(folder.path, to)),
    ({ item }) => freeName(nameOf(item)),
  )
}

/** Takes out of the tree what is gone and has the name that an item is to get. */
async function dropGone(
  { disk, tree }: TrashParts,
  { images, folders, diskPath }: Folder,
  items: readonly TrashItem[],
): Promise<void> {
  const names = items.map(nameOf)
  const nodes = names.flatMap((name) => images.get(name) ?? folders.get(name) ?? [])
  if (nodes.length > 0) await disk.refresh(diskPath)
  await forEachParallel(nodes, async (node) => {
    const isImage = node instanceof Image
    const facts = await (isImage ? disk.fileFacts(node.diskPath) : disk.folderFacts(node.diskPath))
    if (facts === undefined) tree.remove(node)
  })
}

/**
 * The marks that an item brings with it, by the paths where they will be. A folder keeps the cover
 * that was chosen since.
 */
const marksIn = (
  { marks }: TrashParts,
  newPath: string,
  { path, kind, marks: own = {} }: TrashItem,
): [string, ImageMarks][] =>
  Object.entries(own).map(([below, each]) => {
    const { coverOf, ...others } = kind === 'folder' ? moveCovers(each, path, newPath) : each
    const isFree = (covered: string) => marks.coverOf(covered) === undefined
    return [
      below === '' ? newPath : `${newPath}/${below}`,
      { ...others, coverOf: coverOf?.filter(isFree) },
    ]
  })

/** Makes the folder of something where it is missing, or gives the root where that can't be. */
async function folderFor(parts: TrashParts, path: string): Promise<Folder> {
  const segments = parsePath(path)
  const making = segments && makeFolder(parts, segments, () => undefined)
  const made = making?.catch(ignoring(isFailure('INVALID_FOLDER_NAME')))
  return (await made) ?? parts.tree.root
}

/** The name that an item had. What the table holds may be damaged. */
function nameOf({ path, id, kind }: TrashItem): string {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const isName =
    kind === 'image' ? fileNames.mayBePicture(name) : name !== '' && isVisibleName(name)
  return isName ? name : id
}
