import { AppError } from '../../errors.ts'
import type { Components } from '../components.ts'
import { isFull } from '../disk/file-system-error.ts'
import { moveFilesBack, moveFolderBack } from '../disk/trash-files.ts'
import { fileNames } from '../file-names.ts'
import { eachImage, Image, imagePath, joinPath, type Folder } from '../index/tree/nodes.ts'
import { parentOf, parsePath } from '../paths.ts'
import type { RestoreResult } from '../types.ts'
import type { TrashItem } from './trashed.ts'

type Parts = Pick<Components, 'disk' | 'tree' | 'folderMaker' | 'marks' | 'trash' | 'scanner'>

/** Does what `Changes.restore` says. */
export async function restoreItems(parts: Parts, ids: readonly string[]): Promise<RestoreResult> {
  const { trash } = parts
  const known = await trash.itemsOf(ids)
  const items = [...new Set(ids)].flatMap((id) => known.get(id) ?? [])
  const newPaths = new Map<string, string>()
  const restored = (item: TrashItem, path: string) => newPaths.set(item.id, path)
  // A folder above comes before what was deleted from it: else its name would be taken.
  const folders = items.filter(({ kind }) => kind === 'folder')
  for (const item of folders.toSorted((one, other) => one.path.length - other.path.length)) {
    await restoreFolder(parts, item, restored)
  }
  const images = items.filter(({ kind }) => kind === 'image')
  for (const [path, each] of Map.groupBy(images, (item) => parentOf(item.path))) {
    await restoreImages(parts, path, each, restored)
  }
  await trash.note([...newPaths.keys()].map((id) => [id, null])).catch((error: unknown) => {
    // What is written down of items that are gone is left out.
    if (!isFull(error)) throw error
  })
  const restoredItems = ids.map((id) => {
    const newPath = newPaths.get(id) ?? null
    // What is named twice is back the second time.
    newPaths.delete(id)
    return newPath === null
      ? { id, path: null, status: 'not_found' as const, newPath }
      : { id, path: known.get(id)?.path ?? null, status: 'restored' as const, newPath }
  })
  const totalRestored = restoredItems.filter(({ status }) => status === 'restored').length
  return { restoredItems, totalRestored }
}

type OnRestored = (item: TrashItem, newPath: string) => void

async function restoreFolder(parts: Parts, item: TrashItem, onRestored: OnRestored) {
  const { disk, tree, marks, trash, scanner } = parts
  const parent = await makeFolder(parts, parentOf(item.path))
  const node = trash.nodeOf(item)
  if (node === undefined || node instanceof Image) return
  // What another process has deleted is known by its id alone.
  const isKnown = node.hasStableTime || node.imageCount > 0
  for (let number = 0; ; number += 1) {
    const name = fileNames.numbered(nameOf(item), number)
    if (parent.folders.has(name) || parent.images.has(name)) continue
    const path = joinPath(parent.path, name)
    const marked = Object.entries(item.marks ?? {}).map(
      ([below, each]) => [`${path}/${below}`, each] as const,
    )
    await marks.put(marked)
    const result = await tree.moves.run(async () => {
      const moved = await moveFolderBack(disk, item.id, joinPath(parent.diskPath, name))
      if (moved === 'moved')
        eachImage(tree.moveFolder(node, parent, name), (image) => marks.show(image))
      return moved
    })
    if (result !== 'moved') await marks.removeFolder(path)
    if (result === 'taken') continue
    if (result === 'moved') onRestored(item, path)
    if (result === 'moved' && !isKnown) await scanner.check()
    return
  }
}

async function restoreImages(
  parts: Parts,
  path: string,
  items: readonly TrashItem[],
  onRestored: OnRestored,
): Promise<void> {
  const { disk, tree, marks, trash } = parts
  const folder = await makeFolder(parts, path)
  const names = new Set<string>()
  /** Chooses the first name that is free as far as is known. */
  const freeName = (item: TrashItem) => {
    for (let number = 0; ; number += 1) {
      const name = fileNames.numbered(nameOf(item), number)
      if (names.has(name) || folder.images.has(name)) continue
      names.add(name)
      return name
    }
  }
  const marksOf = (item: TrashItem, name: string) => {
    const own = item.marks?.['']
    return own === undefined ? [] : [[joinPath(folder.path, name), own] as const]
  }
  const moves = items.map((item) => {
    const move = {
      from: item.id,
      to: freeName(item),
      item,
      renameTo: async () => {
        await marks.remove([joinPath(folder.path, move.to)])
        move.to = freeName(item)
        await marks.put(marksOf(item, move.to))
      },
    }
    return move
  })
  await marks.put(moves.flatMap(({ item, to }) => marksOf(item, to)))
  await tree.moves.run(() =>
    moveFilesBack(disk, folder.diskPath, moves, ({ item, to }) => {
      const node = trash.nodeOf(item)
      if (!(node instanceof Image)) return
      tree.moveImage(node, folder, to)
      marks.show(node)
      onRestored(item, imagePath(node))
    }),
  )
}

/** Makes the folder of something where it is missing, or gives the root where that can't be. */
async function makeFolder({ tree, folderMaker }: Parts, path: string): Promise<Folder> {
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
  const name = parsePath(path)?.at(-1)
  return name !== undefined && (kind === 'folder' || fileNames.isImage(name)) ? name : id
}
