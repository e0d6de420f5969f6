import type { Prober } from '../prober.ts'
import { imagesBelow, type Image } from '../tree/nodes.ts'
import type { Tree } from '../tree/tree.ts'

/** How many unreadable images are looked at again in one check. */
const retries = 1000

/** How many images of folders that have not changed are looked at again in one check. */
const verified = 500

/** Makes the function that looks again at some images in each check, for changes that show in no folder. */
export function imageRechecker(tree: Tree, prober: Prober): () => Promise<void> {
  const unreadable = someOf(() => [...tree.unreadable].values(), retries)
  const damaged = someOf(() => [...tree.unreadable].values(), 1)
  const all = someOf(() => imagesBelow(tree.root), verified)
  return async () => {
    // A half-copied picture is tried again when it has grown, and dealt in the running rounds.
    await prober.probeAll(unreadable())
    // For one that was restored from a backup, or that a disk gave wrongly once.
    for (const image of damaged()) await prober.probeDamaged(image)
    // For those that were overwritten in place.
    await recheckKnown(prober, all())
  }
}

/** Looks at those that have been probed; the others come in their time. */
export const recheckKnown = (prober: Prober, images: Iterable<Image>): Promise<void> =>
  prober.probeAll([...images].filter((image) => image.isIndexed))

/** Makes the function that gives the next images on a way round all, so many at a time. */
function someOf(all: () => Iterator<Image, void>, count: number): () => Image[] {
  let way: Iterator<Image, void> | undefined
  return () => {
    const left = (way ??= all())
    const images = Array.from({ length: count }, () => left.next().value ?? []).flat()
    if (images.length < count) way = undefined
    return images
  }
}
