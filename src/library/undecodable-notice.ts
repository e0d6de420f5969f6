import type { ImageType } from '../formats/picture-formats.ts'
import type { SupportedFormats } from '../formats/supported-formats.ts'
import { imagesBelow, imagePath, type Image } from './tree/nodes.ts'
import type { Tree } from './tree/tree.ts'

/**
 * Makes the function that looks for pictures that take a decoder which is missing, and gives notice
 * of them once.
 */
export function undecodableNotice(
  tree: Tree,
  supported: SupportedFormats<ImageType>,
  onNotice: (notice: string) => void,
): () => void {
  let isGiven = false
  return () => {
    if (isGiven) return
    const isMeant = ({ type }: Image) => supported.problemOf(type) !== undefined
    const found = imagesBelow(tree.root).filter(isMeant).toArray()
    const [first] = found
    const problem = supported.problemOf(first?.type)
    if (first === undefined || problem === undefined) return
    isGiven = true
    const others = found.length === 1 ? '' : ` and ${found.length - 1} more`
    onNotice(`${imagePath(first)}${others}: ${problem}`)
  }
}
