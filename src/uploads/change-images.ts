import { allOrNothing, type Undo } from '../lib/all-or-nothing.ts'
import { imagePath, type Folder, type Image } from '../library/tree/nodes.ts'
import type { MarksChange } from '../library/marks.ts'
import { freeNamesIn, relocate } from './relocate.ts'
import type { Deletion, DeletionResult, ImageMove, MarkResult, MoveResult } from './results.ts'
import type { ChangeParts } from './change-parts.ts'
import { makeFolder } from './make-folder.ts'

/**
 * Moves images into a folder, which is created where it is missing, and reports on each path. A
 * taken name is numbered as for uploads. Where no image is found, no folder is left behind.
 * @throws INVALID_FOLDER_NAME; FILE_SYSTEM_ERROR when the disk refuses a move: then none is moved.
 */
export async function moveImages(
  parts: ChangeParts,
  paths: readonly string[],
  segments: readonly string[],
): Promise<MoveResult> {
  const { tree, marks, frames } = parts
  return allOrNothing(async (onFailure) => {
    const madeFolders: Undo[] = []
    const target = await makeFolder(parts, segments, (undo) => {
      onFailure(undo)
      madeFolders.push(undo)
    })
    const images = paths.map((path) => ({ path, image: tree.findImage(path) }))
    const found = new Set(images.flatMap(({ image }) => image ?? []))
    const moved = new Set([...found].filter(({ folder }) => folder === target))
    const leaving = found.difference(moved)
    const pathsBefore = new Map(Array.from(leaving, (image) => [image, imagePath(image)]))
    for (const [source, together] of Map.groupBy(leaving, ({ folder }) => folder)) {
      const names = together.map((image) => [image, image.name] as const)
      onFailure(async () => {
        const back = names.filter(([image]) => moved.has(image))
        const newPaths = back.map(([image]) => imagePath(image))
        await moveAll(parts, target, source, back)
        await marks.remove(newPaths)
      })
      await moveAll(parts, source, target, names, (image) => moved.add(image))
    }
    if (moved.size === 0) for (const undo of madeFolders.toReversed()) await undo()
    const moves = new Map(Array.from(pathsBefore, ([image, path]) => [path, imagePath(image)]))
    onFailure(await frames.follow(moves))
    await marks.remove([...moves.keys()])
    const movedImages = images.map(({ path, image }): ImageMove => {
      // What is named twice is not there the second time.
      return image !== undefined && moved.delete(image)
        ? { path, status: 'moved', newPath: imagePath(image) }
        : { path, status: 'not_found', error: 'There is no such image.' }
    })
    const totalMoved = movedImages.filter(({ status }) => status === 'moved').length
    return { movedImages, totalMoved, folder: target.path }
  })
}

/** Moves images of one folder into another, under numbered names where theirs are taken. */
async function moveAll(
  parts: ChangeParts,
  source: Folder,
  target: Folder,
  names: readonly (readonly [Image, wanted: string])[],
  onMoved?: (image: Image) => void,
): Promise<void> {
  const freeName = freeNamesIn(target)
  const relocations = names.map(([node, wanted]) => {
    const marks = parts.marks.get(imagePath(node))
    return {
      node,
      wanted,
      from: node.diskName,
      to: freeName(wanted),
      marksAt: (path: string) => (marks === undefined ? [] : [[path, marks] as const]),
    }
  })
  const isMoved = ({ node }: { node: Image }) => onMoved?.(node)
  await relocate(parts, source.diskPath, target, relocations, isMoved, ({ wanted }) =>
    freeName(wanted),
  )
}

/**
 * Deletes images for good and reports on each path.
 * @throws FILE_SYSTEM_ERROR when the disk refuses one; the images before it are deleted then.
 */
export async function deleteImages(
  parts: ChangeParts,
  paths: readonly string[],
): Promise<DeletionResult> {
  const { disk, tree, marks } = parts
  const folders = paths.flatMap((path) => tree.findImage(path)?.folder ?? [])
  for (const folder of new Set(folders)) await disk.refresh(folder.diskPath)
  const deletedImages = await Array.fromAsync(paths, (path) => deleteImage(parts, path))
  const sizes = deletedImages.flatMap((record) => ('size' in record ? [record.size] : []))
  const totalSize = sizes.reduce((sum, size) => sum + size, 0)
  await marks.remove(paths)
  return { deletedImages, totalDeleted: sizes.length, totalSize }
}

/**
 * Marks images, or takes marks away, and reports on each path.
 * @throws FILE_SYSTEM_ERROR, BUSY.
 */
export async function markImages(
  { tree, marks, permission }: ChangeParts,
  paths: readonly string[],
  change: MarksChange,
): Promise<MarkResult> {
  const images = paths.map((path) => ({ path, image: tree.findImage(path) }))
  const found = images.flatMap(({ image }) => image ?? [])
  await marks.mark(found, change, permission)
  const markedImages = images.map(({ path, image }) => ({
    path,
    status: image === undefined ? ('not_found' as const) : ('marked' as const),
  }))
  return { markedImages, totalMarked: found.length }
}

async function deleteImage(parts: ChangeParts, path: string): Promise<Deletion> {
  const { disk, tree, findings } = parts
  const image = tree.findImage(path) ?? findings.fileAt(path)
  const size = image && (await disk.remove(image.diskPath))
  if (image !== undefined) {
    if (size === undefined) await disk.checkRoot()
    tree.removeImage(image)
  }
  if (size !== undefined) return { path, status: 'deleted', size }
  const isFolder = tree.findFolder(path) !== undefined
  const error = isFolder ? 'This is a folder; only images are deleted.' : 'There is no such image.'
  return { path, status: 'not_found', error }
}
