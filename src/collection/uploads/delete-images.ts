import type { Components } from '../components.ts'
import type { Disk } from '../disk/disk.ts'
import { findFolder, findImage } from '../index/tree/lookup.ts'
import type { Tree } from '../index/tree/tree.ts'
import type { Deletion, DeletionResult } from '../types.ts'

/** Does what `Changes.deleteImages` says. */
export async function deleteImages(
  { disk, tree }: Pick<Components, 'disk' | 'tree'>,
  paths: readonly string[],
): Promise<DeletionResult> {
  const folders = paths.flatMap((path) => findImage(tree, path)?.folder ?? [])
  for (const folder of new Set(folders)) await disk.refresh(folder.diskPath)
  const deletedImages: Deletion[] = []
  for (const path of paths) deletedImages.push(await deleteImage(disk, tree, path))
  const sizes = deletedImages.flatMap((record) => ('size' in record ? [record.size] : []))
  const totalSize = sizes.reduce((sum, size) => sum + size, 0)
  return { deletedImages, totalDeleted: sizes.length, totalSize }
}

async function deleteImage(disk: Disk, tree: Tree, path: string): Promise<Deletion> {
  const notFound = (error: string): Deletion => ({ path, status: 'not_found', error })
  const image = findImage(tree, path)
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
