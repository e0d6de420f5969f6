import type { Rest } from '../disk/folders/remove-trees.ts'
import type { SupportedFormats } from '../formats/picture-formats.ts'
import type { BackgroundWork } from './background.ts'
import type { Prober } from './prober.ts'
import { imagePath, imagesBelow, type Image } from './tree/nodes.ts'
import type { Tree } from './tree/tree.ts'

/** Probes in the background, one file at a time, the images that have never been probed. */
export class Indexer implements BackgroundWork {
  readonly every = 1000
  readonly longestRest = 500
  readonly #tree: Tree
  readonly #prober: Pick<Prober, 'probe'>
  readonly #onIndexed: () => void
  /** The state of the tree when all of its images were known last. */
  #indexedVersion = -1

  /** @param onIndexed is called whenever all images of a tree that has changed have been probed. */
  constructor(tree: Tree, prober: Pick<Prober, 'probe'>, onIndexed: () => void) {
    this.#onIndexed = onIndexed
    this.#tree = tree
    this.#prober = prober
  }

  async run(giveWay: Rest): Promise<void> {
    const { root } = this.#tree
    const isComplete = () => this.#tree.indexedCount === root.imageCount
    const unknown = isComplete() ? [] : imagesBelow(root).filter(({ isIndexed }) => !isIndexed)
    for (const image of unknown) {
      try {
        await this.#prober.probe(image)
      } catch {
        // While the disk is away there is nothing to do.
        return
      }
      await giveWay()
    }
    if (!isComplete() || this.#indexedVersion === root.version) return
    this.#onIndexed()
    this.#indexedVersion = root.version
  }
}

/**
 * Makes the function that looks for pictures that take a decoder which is missing, and gives notice
 * of them once.
 */
export function undecodableNotice(
  tree: Tree,
  supported: SupportedFormats,
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
