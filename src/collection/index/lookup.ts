import { parsePath } from '../paths.ts'
import type { Folder, Image, Tree } from './tree.ts'

/** The folder that a path from outside names, if there is one; the root's is empty. */
export function findFolder(tree: Tree, path: string): Folder | undefined {
  if (path === '') return tree.root
  const segments = parsePath(path)
  return segments && tree.folderAt(segments)
}

/** The image that a path from outside names, if there is one. */
export function findImage(tree: Tree, path: string): Image | undefined {
  // The names in the tree are well-formed, and most paths come as they were given out.
  const asGiven = tree.imageAt(path.split('/'))
  if (asGiven !== undefined) return asGiven
  const segments = parsePath(path)
  return segments && tree.imageAt(segments)
}
