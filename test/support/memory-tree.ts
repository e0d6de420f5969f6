import { imagePath, type Folder } from '../../src/library/tree/nodes.ts'
import { Tree } from '../../src/library/tree/tree.ts'

export function memoryTree() {
  const tree = new Tree()
  const folderAt = (path: string): Folder => {
    let found = tree.root
    for (const name of path.split('/')) if (name !== '') found = tree.addFolder(found, name)
    return found
  }
  const imageAt = (path: string) => tree.imageAt(path.split('/'))
  return {
    tree,
    folderAt,
    imageAt,
    add: (path: string) => {
      const cut = path.lastIndexOf('/')
      return tree.addImage(folderAt(path.slice(0, Math.max(cut, 0))), path.slice(cut + 1))
    },
    remove: (path: string) => {
      const found = imageAt(path)
      if (found !== undefined) tree.removeImage(found)
    },
    paths: () =>
      [...tree.allFolders()].flatMap((folder) => [...folder.images.values()].map(imagePath)),
  }
}
