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
  #images: Iterator<Image, void> | undefined

  /** @param onIndexed is called whenever all images of a tree that has changed have been probed. */
  constructor(tree: Tree, prober: Pick<Prober, 'probe'>, onIndexed: () => void) {
    this.#onIndexed = onIndexed
    this.#tree = tree
    this.#prober = prober
  }

  async run(giveWay: Rest): Promise<void> {
    for (let image = this.#next(); image !== undefined; image = this.#next()) {
      try {
        await this.#prober.probe(image)
      } catch {
        // While the disk is away there is nothing to do. Then the pass begins again, for the one missed.
        this.#images = undefined
        return
      }
      await giveWay()
    }
  }

  #next(): Image | undefined {
    const { root, indexedCount } = this.#tree
    if (indexedCount === root.imageCount) {
      if (this.#indexedVersion !== root.version) this.#onIndexed()
      this.#indexedVersion = root.version
      return undefined
    }
    this.#images ??= imagesBelow(root).filter(({ isIndexed }) => !isIndexed)
    const { value } = this.#images.next()
    if (value === undefined) this.#images = undefined
    return value ?? undefined
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
