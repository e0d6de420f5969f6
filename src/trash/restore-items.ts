import { AppError } from '../errors.ts'
import { forEachParallel } from '../lib/limit.ts'
import { isFull } from '../disk/file-system-error.ts'
import { moveOutOfTrash } from '../disk/trash-files.ts'
import { fileNames } from '../disk/file-names.ts'
import { moveCovers } from '../library/marks.ts'
import { eachImage, Image, joinPath, type Folder, type ImageMarks } from '../library/tree/nodes.ts'
import { isVisibleName, parentOf, parsePath } from '../disk/paths.ts'
import type { RestoreResult } from '../library/types.ts'
import type { ChangeParts } from '../uploads/change-parts.ts'
import type { Trash } from './trash.ts'
import type { TrashItem } from './trashed.ts'

export type RestoringParts = { trash: Trash } & Pick<
  ChangeParts,
  'disk' | 'tree' | 'folderMaker' | 'marks' | 'scanner'
>

/** Puts items of the trash back where they were. */
export async function restoreItems(
  parts: RestoringParts,
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
  await trash.items.note([...newPaths.keys()].map((id) => [id, null])).catch((error: unknown) => {
    // What is written down of items that are gone is left out.
    if (!isFull(error)) throw error
  })
  // What another process has deleted is known by its id alone.
  const isEmpty = (path: string) => {
    const folder = tree.folderAt(path.split('/'))
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
  parts: RestoringParts,
  path: string,
  items: readonly TrashItem[],
  onRestored: (item: TrashItem, newPath: string) => void,
): Promise<void> {
  const { disk, tree, marks, trash } = parts
  const folder = await makeFolder(parts, path)
  await dropGone(parts, folder, items)
  const names = new Set([...folder.images.keys(), ...folder.folders.keys()])
  /** Chooses the first name that is free as far as is known. */
  const freeName = (item: TrashItem) => {
    for (let number = 0; ; number += 1) {
      const name = fileNames.numbered(nameOf(item), number)
      if (names.has(name)) continue
      names.add(name)
      return name
    }
  }
  const moves = items.map((item) => {
    const move = {
      from: item.id,
      to: freeName(item),
      item,
      renameTo: async () => {
        await marks.remove(marksIn(parts, folder, move.to, item).map(([marked]) => marked))
        move.to = freeName(item)
        await marks.put(marksIn(parts, folder, move.to, item), [joinPath(folder.path, move.to)])
      },
    }
    return move
  })
  const left = new Set(moves)
  const marksOf = (some: Iterable<(typeof moves)[number]>) =>
    Array.from(some).flatMap(({ item, to }) => marksIn(parts, folder, to, item))
  await marks.put(
    marksOf(moves),
    moves.map(({ to }) => joinPath(folder.path, to)),
  )
  try {
    await tree.moves.run(() =>
      moveOutOfTrash(disk, folder.diskPath, moves, (move) => {
        const { item, to } = move
        const node = trash.items.nodeOf(item)
        if (node instanceof Image) {
          tree.moveImage(node, folder, to)
          marks.show(node)
        } else if (node !== undefined) {
          eachImage(tree.moveFolder(node, folder, to), (image) => marks.show(image))
        }
        left.delete(move)
        onRestored(item, joinPath(folder.path, to))
      }),
    )
  } finally {
    // Another picture that gets the name later must not get its marks.
    await marks.remove(marksOf(left).map(([marked]) => marked))
  }
}

/** Takes out of the tree what is gone and has the name that an item is to get. */
async function dropGone(
  { disk, tree }: RestoringParts,
  { images, folders, diskPath }: Folder,
  items: readonly TrashItem[],
): Promise<void> {
  const names = items.map(nameOf)
  const nodes = names.flatMap((name) => images.get(name) ?? folders.get(name) ?? [])
  if (nodes.length > 0) await disk.refresh(diskPath)
  await forEachParallel(nodes, async (node) => {
    if (node instanceof Image) {
      if ((await disk.fileFacts(node.diskPath)) === undefined) tree.removeImage(node)
    } else if ((await disk.folderFacts(node.diskPath)) === undefined) tree.removeFolder(node)
  })
}

/**
 * The marks that an item brings with it, by the paths where they will be. A folder keeps the cover
 * that was chosen since.
 */
const marksIn = (
  { marks }: RestoringParts,
  folder: Folder,
  name: string,
  { path, kind, marks: own = {} }: TrashItem,
): [string, ImageMarks][] => {
  const newPath = joinPath(folder.path, name)
  return Object.entries(own).map(([below, each]) => {
    const { coverOf, ...others } = kind === 'folder' ? moveCovers(each, path, newPath) : each
    const isFree = (covered: string) => marks.coverOf(covered) === undefined
    return [
      below === '' ? newPath : `${newPath}/${below}`,
      { ...others, coverOf: coverOf?.filter(isFree) },
    ]
  })
}

/** Makes the folder of something where it is missing, or gives the root where that can't be. */
async function makeFolder({ tree, folderMaker }: RestoringParts, path: string): Promise<Folder> {
  const segments = parsePath(path)
  if (segments === undefined) return tree.root
  try {
    return await folderMaker.make(segments, () => undefined)
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'INVALID_FOLDER_NAME')) throw error
    return tree.root
  }
}

/** The name that an item had. What the table holds may be damaged. */
function nameOf({ path, id, kind }: TrashItem): string {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const isName =
    kind === 'image' ? fileNames.mayBePicture(name) : name !== '' && isVisibleName(name)
  return isName ? name : id
}
