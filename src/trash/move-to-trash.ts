import { invalidRequest } from '../errors.ts'
import { spareBytes } from '../disk/shortage/free-space.ts'
import { isFull } from '../disk/file-system-error.ts'
import { useReserve } from '../disk/shortage/reserve.ts'
import { isReachableAt, relocate, type Relocation } from '../uploads/relocate.ts'
import { foldersAround } from '../library/tree/walk.ts'
import { Image, imagePath, type Folder } from '../library/tree/nodes.ts'
import { allOrNothing } from '../lib/all-or-nothing.ts'
import { forEachParallel } from '../lib/waiting/for-each.ts'
import { parentOf, trashFolder } from '../disk/paths.ts'
import type { TrashResult } from '../uploads/results.ts'
import { restoreItems, type TrashParts } from './restore-items.ts'
import { newTrashId, type Trashed } from './trashed.ts'

/** About what the line of an item takes, and what a folder may grow by, in bytes. */
const [lineBytes, folderBytes] = [512, 64 * 1024]

/** An image or folder on its way to the trash, where its name is its id. */
interface Leaving extends Relocation {
  node: Image | Folder
  item: Trashed
}

/**
 * Moves images, and folders with all that they hold, to the trash, and reports on each path, the
 * images first.
 * @throws INVALID_REQUEST where there is no trash; FILE_SYSTEM_ERROR, BUSY: then none has moved.
 */
export async function moveToTrash(
  parts: TrashParts,
  images: readonly string[],
  folders: readonly string[],
): Promise<TrashResult> {
  return allOrNothing(async (onFailure) => {
    const { disk, tree, marks, trash, clock, makeRoom } = parts
    if (!trash.isInUse) {
      throw invalidRequest('There is no trash, as TRASH_DAYS is 0. Delete for good, or set it.')
    }
    await trash.prepare()
    const chosen = choose(parts, images, folders, clock())
    const found = chosen.filter((leaving) => leaving !== undefined)
    for (const { node, to } of found) {
      if (node instanceof Image || isReachableAt(parts, node, `${trashFolder}/${to}`)) continue
      throw invalidRequest(
        'The path of a folder in it would be too long in the trash. Move that one further up, or delete it for good.',
      )
    }
    await forEachParallel(found, async ({ node, item }) => {
      if (item.size === -1) item.size = (await disk.fileFacts(node.diskPath))?.size ?? 0
    })
    for (const { item } of found) addMarks(parts, item)
    const needed = found.length * lineBytes + folderBytes
    const giveRoom = async () => {
      if (!(await makeRoom(needed))) await useReserve(disk.root)
    }
    if ((await spareBytes(disk.root, 0)) < needed) await giveRoom()
    const record = () => trash.items.record(found.map(({ to, item }) => [to, item] as const))
    // A quota, or a disk that has no room for another file, may have bytes left.
    await record().catch(async (error: unknown) => {
      if (!isFull(error)) throw error
      await giveRoom()
      await record()
    })
    const moved = new Set<Leaving>()
    onFailure(() =>
      restoreItems(
        parts,
        Array.from(moved, ({ to }) => to),
      ),
    )
    for (const [folder, leaving] of byFolder(found)) {
      await relocate(parts, folder, tree.trash, leaving, (each) => moved.add(each))
    }
    const missing = found.filter((leaving) => !moved.has(leaving))
    await trash.items.record(missing.map(({ to }) => [to, null]))
    await marks.remove([...moved].flatMap(({ item }) => markedPaths(item)))
    const trashedItems = [...images, ...folders].map((path, index) => {
      const leaving = chosen[index]
      return leaving !== undefined && moved.has(leaving)
        ? { path, status: 'trashed' as const, id: leaving.to }
        : { path, status: 'not_found' as const, id: null }
    })
    return { trashedItems, totalTrashed: moved.size }
  })
}

/** Notes the marks of an item, which it gets again with its path. */
function addMarks({ marks }: TrashParts, item: Trashed): void {
  const own = marks.get(item.path)
  const all = item.kind === 'folder' ? marks.belowFolder(item.path) : own && { '': own }
  if (all !== undefined && Object.keys(all).length > 0) item.marks = all
}

/** Finds what paths name. What is named twice, or lies in a folder named before, is not there again. */
function choose(
  { tree, findings }: TrashParts,
  images: readonly string[],
  folders: readonly string[],
  deleted: number,
): (Leaving | undefined)[] {
  const seen = new Set<Image | Folder>()
  const leave = (node: Image | Folder, item: Omit<Trashed, 'deleted'>): Leaving => {
    seen.add(node)
    // Its marks stay with its item.
    const marksAt = () => []
    return { node, from: node.diskName, to: newTrashId(), marksAt, item: { ...item, deleted } }
  }
  return [
    ...images.map((path) => {
      const image = tree.findImage(path) ?? findings.fileAt(path)
      if (image === undefined || seen.has(image)) return undefined
      const { size } = image
      return leave(image, { path: imagePath(image), kind: 'image', size, totalImages: 1 })
    }),
    ...folders.map((path) => {
      const folder = tree.findFolder(path)
      if (folder?.parent === undefined) return undefined
      if (foldersAround(folder).some((each) => seen.has(each))) return undefined
      const { path: known, imageCount } = folder
      return leave(folder, { path: known, kind: 'folder', size: null, totalImages: imageCount })
    }),
  ]
}

/** What leaves each folder, after those below it: what lies in others has an item of its own. */
const byFolder = (leaving: readonly Leaving[]) =>
  [...Map.groupBy(leaving, ({ node }) => parentOf(node.diskPath))].toSorted(
    ([one], [other]) => other.length - one.length,
  )

const markedPaths = ({ path, marks = {} }: Trashed) =>
  Object.keys(marks).map((below) => (below === '' ? path : `${path}/${below}`))
