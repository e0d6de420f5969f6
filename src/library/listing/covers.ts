import type { Dates } from '../dates/dates.ts'
import type { Marks } from '../marks.ts'
import { imagePath, type Folder, type Image } from '../tree/nodes.ts'
import type { Tree } from '../tree/tree.ts'
import { compareImages, sortedDate } from '../order/sort-order.ts'
import type { DateOf } from './places.ts'

/** How many images stand for a folder. */
const maxCovers = 4

/** The best images below a folder, as long as nothing there changes. */
interface Best {
  version: number
  images: readonly Image[]
  /** When the newest image below it was taken, in wall time; 0 where that is not known. */
  newest: number
  /** Whether the headers of all images below it are known. */
  isFinal: boolean
}

/** Whether an image can be shown for a folder, as far as is known without a look at the file. */
export const isPresentable = (image: Image) => image.isDealable && image.obstacle === undefined

/**
 * Makes what chooses the images that stand for folders: what the admin has chosen, then the newest
 * landscapes, then the newest others. Looks at no file, and only at the folders in which something has
 * changed.
 */
export function coverChooser(tree: Tree, dates: Dates, marks: Pick<Marks, 'coverOf'>) {
  const known = new WeakMap<Folder, Best>()

  function find(folder: Folder, dateOf: DateOf): Best {
    const before = known.get(folder)
    const isCurrent = before?.version === folder.version && before.isFinal
    // That an image can't be scaled is found out later, and changes no version.
    if (before !== undefined && isCurrent && before.images.every(isPresentable)) return before
    const own = [...folder.images.values()]
    const below = [...folder.folders.values()]
      .filter(({ isHidden }) => !isHidden)
      .map((child) => find(child, dateOf))
    const candidates = [...own, ...below.flatMap(({ images }) => images)].filter(isPresentable)
    const indexed = candidates.filter(({ isIndexed }) => isIndexed)
    const best = {
      version: folder.version,
      images: indexed.length === 0 ? candidates.slice(0, maxCovers) : choose(indexed, dateOf),
      newest: [...indexed.map(dateOf), ...below.map(({ newest }) => newest)].reduce(
        (most, each) => Math.max(most, each),
        0,
      ),
      isFinal: own.every(({ isIndexed }) => isIndexed) && below.every(({ isFinal }) => isFinal),
    }
    known.set(folder, best)
    return best
  }

  /**
   * The paths of up to four images below a folder, the best first, and when the newest below it was
   * taken, in wall time; 0 where that is not known.
   */
  return (folder: Folder): { covers: string[]; newest: number } => {
    const path = marks.coverOf(folder.path)
    const chosen = path === undefined ? undefined : tree.findImage(path)
    const now = dates.now()
    const { images, newest } = find(folder, (image) => dates.of(image, now))
    const all = chosen !== undefined && isPresentable(chosen) ? [chosen, ...images] : images
    return { covers: [...new Set(all)].slice(0, maxCovers).map(imagePath), newest }
  }
}

/** Chooses the best of thousands of images without sorting them. */
function choose(images: readonly Image[], dateOf: DateOf): Image[] {
  let best: Ranked[] = []
  for (const image of images) {
    const rank = image.width > image.height ? 0 : 1
    const ranked = { image, rank, date: sortedDate('newest', dateOf(image)) }
    const worst = best[maxCovers - 1]
    if (worst !== undefined && compareRanks(worst, ranked) <= 0) continue
    best = [...best, ranked].toSorted(compareRanks).slice(0, maxCovers)
  }
  return best.map(({ image }) => image)
}

interface Ranked {
  image: Image
  /** 0 for a landscape. */
  rank: number
  date: number
}

const compareRanks = (one: Ranked, other: Ranked) =>
  one.rank - other.rank || one.date - other.date || compareImages(one.image, other.image)
