import type { Permission } from '../library/permission.ts'
import { allOrNothing, type Undo } from '../lib/all-or-nothing.ts'
import type { Disk } from '../disk/disk.ts'
import { moveFile, syncFolders } from '../disk/move.ts'
import { findFolder, findImage } from '../library/tree/lookup.ts'
import { imagePath, joinPath, type Folder, type Image } from '../library/tree/nodes.ts'
import { fileNames } from '../disk/file-names.ts'
import type { Tree } from '../library/tree/tree.ts'
import type { MarksChange } from '../library/marks.ts'
import type {
  Deletion,
  DeletionResult,
  ImageMove,
  MarkResult,
  MoveResult,
} from '../library/types.ts'
import type { ChangeParts } from './change-parts.ts'

/** Moves images into a folder, all or none. */
export async function moveImages(
  { disk, tree, folderMaker, marks }: Pick<ChangeParts, 'disk' | 'tree' | 'folderMaker' | 'marks'>,
  paths: readonly string[],
  segments: readonly string[],
): Promise<MoveResult> {
  return allOrNothing(async (onFailure) => {
    const images = paths.map((path) => ({ path, image: findImage(tree, path) }))
    const oldPaths: string[] = []
    const madeFolders: Undo[] = []
    const target = await folderMaker.make(segments, (undo) => {
      onFailure(undo)
      madeFolders.push(undo)
    })
    const sources = images.flatMap(({ image }) => image?.folder ?? [])
    for (const folder of new Set(sources)) await disk.refresh(folder.diskPath)
    const touched = new Set([target.diskPath])
    const seen = new Set<Image>()
    const movedImages: ImageMove[] = []
    for (const { path, image } of images) {
      const isFound = image?.present === true && !seen.has(image)
      if (isFound) seen.add(image)
      const source = image?.folder
      const isMoved = isFound && (await moveImage(image, target))
      if (isMoved && source !== undefined) touched.add(source.diskPath)
      movedImages.push(
        isMoved
          ? { path, status: 'moved', newPath: imagePath(image) }
          : { path, status: 'not_found', error: 'There is no such image.' },
      )
    }
    const totalMoved = movedImages.filter(({ status }) => status === 'moved').length
    if (totalMoved > 0) await syncFolders(disk.root, touched)
    else for (const undo of madeFolders.toReversed()) await undo()
    await marks.remove(oldPaths)
    return { movedImages, totalMoved, folder: target.path }

    async function moveImage(image: Image, folder: Folder): Promise<boolean> {
      if (image.folder === folder) return true
      const [from, name, diskName] = [image.folder, image.name, image.diskName]
      const fromPath = image.diskPath
      for (let number = 0; ; number += 1) {
        const free = fileNames.numbered(name, number)
        if (folder.images.has(free)) continue
        const toPath = joinPath(folder.diskPath, free)
        const [oldPath, newPath] = [imagePath(image), joinPath(folder.path, free)]
        const isMarked = await marks.copy(oldPath, newPath)
        const result = await tree.moves.run(async () => {
          const moved = await moveFile(disk.root, fromPath, toPath)
          if (moved === 'moved') tree.moveImage(image, folder, free)
          return moved
        })
        if (isMarked && result !== 'moved') await marks.remove([newPath])
        if (result === 'taken') continue
        if (result === 'missing') {
          await disk.checkRoot()
          tree.removeImage(image)
          return false
        }
        onFailure(() =>
          tree.moves.run(async () => {
            await moveFile(disk.root, toPath, fromPath)
            tree.moveImage(image, from, name, diskName)
            if (isMarked) await marks.remove([newPath])
          }),
        )
        oldPaths.push(oldPath)
        return true
      }
    }
  })
}

/** Deletes images for good. */
export async function deleteImages(
  { disk, tree, marks, findings }: Pick<ChangeParts, 'disk' | 'tree' | 'marks' | 'findings'>,
  paths: readonly string[],
): Promise<DeletionResult> {
  const folders = paths.flatMap((path) => findImage(tree, path)?.folder ?? [])
  for (const folder of new Set(folders)) await disk.refresh(folder.diskPath)
  const deletedImages: Deletion[] = []
  const find = (path: string) => findImage(tree, path) ?? findings.fileAt(path)
  for (const path of paths) deletedImages.push(await deleteImage(disk, tree, path, find(path)))
  const sizes = deletedImages.flatMap((record) => ('size' in record ? [record.size] : []))
  const totalSize = sizes.reduce((sum, size) => sum + size, 0)
  await marks.remove(paths)
  return { deletedImages, totalDeleted: sizes.length, totalSize }
}

/** Marks images, or takes marks away. */
export async function markImages(
  { tree, marks }: Pick<ChangeParts, 'tree' | 'marks'>,
  paths: readonly string[],
  change: MarksChange,
  permission: Permission,
): Promise<MarkResult> {
  const images = paths.map((path) => ({ path, image: findImage(tree, path) }))
  const found = images.flatMap(({ image }) => image ?? [])
  await marks.set(found, change, permission)
  const markedImages = images.map(({ path, image }) => ({
    path,
    status: image === undefined ? ('not_found' as const) : ('marked' as const),
  }))
  return { markedImages, totalMarked: found.length }
}

async function deleteImage(
  disk: Disk,
  tree: Tree,
  path: string,
  image: Image | undefined,
): Promise<Deletion> {
  const notFound = (error: string): Deletion => ({ path, status: 'not_found', error })
  if (image === undefined) {
    const isFolder = findFolder(tree, path) !== undefined
    return notFound(
      isFolder ? 'This is a folder; only images are deleted.' : 'There is no such image.',
    )
  }
  const size = await disk.remove(image.diskPath)
  if (size === undefined) await disk.checkRoot()
  tree.removeImage(image)
  return size === undefined
    ? notFound('There is no such image.')
    : { path, status: 'deleted', size }
}
