import { fileNames } from '../disk/file-names.ts'
import { moveMany, type NamedMove } from '../disk/folders/move.ts'
import { joinPath } from '../disk/paths.ts'
import { Image, imagesBelow, type Folder, type ImageMarks } from '../library/tree/nodes.ts'
import type { ChangeParts } from './change-parts.ts'

/** An image or folder that gets another place. */
export interface Relocation extends NamedMove {
  /** What the tree has of it; nothing of what another process has brought to the trash. */
  node: Image | Folder | undefined
  /** The marks of the images in it, by their paths once it has a path. */
  marksAt: (path: string) => (readonly [path: string, marks: ImageMarks])[]
}

/**
 * Gives names that are free in a folder, as far as is known, and none of them twice: what is asked
 * for, or numbered as for uploads.
 */
export function freeNamesIn(folder: Folder): (wanted: string) => string {
  const taken = new Set([...folder.images.keys(), ...folder.folders.keys()])
  return (wanted) => {
    for (let number = 0; ; number += 1) {
      const name = fileNames.numbered(wanted, number)
      if (taken.has(name)) continue
      taken.add(name)
      return name
    }
  }
}

/** Whether the system reaches into a folder, and all below it, by another path on the disk. */
export const isReachableAt = (
  { disk, tree }: Pick<ChangeParts, 'disk' | 'tree'>,
  folder: Folder,
  path: string,
): boolean =>
  tree
    .allFolders(folder)
    .every(({ diskPath }) => disk.reachesInto(path + diskPath.slice(folder.diskPath.length)))

/**
 * Moves images and folders of one folder into another, durably, with their marks. Marks are written
 * down for the new paths before anything moves. The caller removes those of the old paths once
 * nothing can fail any more, so the end of the process loses none.
 * @param source the path of the folder on the disk.
 * @param onMoved is told of each as soon as it has moved; its `to` is the name that it has got.
 * @param nextName gives one another name, as its own is taken; without it nothing else has their names.
 * @throws FILE_SYSTEM_ERROR, and what `nextName` throws; those that moved before stay where they are.
 */
export async function relocate<Each extends Relocation>(
  { disk, tree, marks }: Pick<ChangeParts, 'disk' | 'tree' | 'marks'>,
  source: string,
  target: Folder,
  relocations: readonly Each[],
  onMoved: (each: Each) => void,
  nextName?: (each: Each) => string,
): Promise<void> {
  const pathOf = ({ to }: Each) => joinPath(target.path, to)
  const marksOf = (each: Each) => each.marksAt(pathOf(each))
  const mark = (some: readonly Each[]) => marks.put(some.flatMap(marksOf), some.map(pathOf))
  const unmark = (some: readonly Each[]) =>
    marks.remove(some.flatMap(marksOf).map(([path]) => path))
  const onTaken =
    nextName &&
    (async (each: Each) => {
      await unmark([each])
      each.to = nextName(each)
      await mark([each])
    })
  const left = new Set(relocations)
  const place = (each: Each) => {
    const { node, to } = each
    if (node instanceof Image) {
      tree.moveImage(node, target, to)
      marks.show(node)
    } else if (node !== undefined) {
      for (const image of imagesBelow(tree.moveFolder(node, target, to))) marks.show(image)
    }
    left.delete(each)
    onMoved(each)
  }
  await disk.refresh(source)
  await mark(relocations)
  try {
    await tree.moves.run(() =>
      moveMany(disk, [source, target.diskPath], relocations, place, onTaken),
    )
    if (left.size > 0) await disk.checkRoot()
    for (const { node } of left) tree.remove(node)
  } finally {
    // Another picture that gets the name later must not get its marks.
    await unmark([...left])
  }
}
