import { Dates } from '../../src/library/dates/dates.ts'
import { bumpVersions, type Image, type ImageMarks } from '../../src/library/tree/nodes.ts'
import { coverChooser } from '../../src/library/listing/covers.ts'
import type { ListRequest } from '../../src/library/listing/list-request.ts'
import { Lister } from '../../src/library/listing/lister.ts'
import { forEachParallel } from '../../src/lib/waiting/for-each.ts'
import { memoryTree } from './memory-tree.ts'

export interface Facts {
  /** In seconds since 1970 by the camera's clock; 0 for none. */
  taken: number
  width?: number
  height?: number
}

/** Listings of pictures that exist in memory only. */
export function listedTree() {
  const { tree, folderAt, add, remove, paths } = memoryTree()
  const clock = () => Date.UTC(2026, 4, 17)
  const truth = new Map<Image, Facts>()
  const probed: Image[] = []
  const probe = async (image: Image) => {
    await Promise.resolve()
    probed.push(image)
    const { taken = 0, width = 4, height = 3 } = truth.get(image) ?? {}
    if (image.isIndexed) return
    const header = { type: 'jpg', width, height, orientation: 1, taken, heldPerPixel: 0 } as const
    const facts = { ...header, obstacle: undefined, rating: 0, tags: [] }
    // Files without a date: their time is none that can be.
    tree.noteFacts(image, { size: 1, mtimeMs: 0 }, facts)
  }
  const dates = new Dates(clock)
  /** The covers that were chosen, by their folders. */
  const chosen = new Map<string, string>()
  const coversOf = coverChooser(tree, dates, { coverOf: (folder) => chosen.get(folder) })
  const probeAll = (images: Iterable<Image>) => forEachParallel(images, probe)
  const lister = new Lister({ tree, prober: { probeAll }, dates, clock, coversOf })
  const list = (path: string, request: ListRequest) => lister.list(folderAt(path), request)
  return {
    tree,
    probed,
    chosen,
    probe,
    covers: (path: string) => coversOf(folderAt(path)).covers,
    folderAt,
    list,
    add: (path: string, facts: Facts = { taken: 0 }) => {
      const image = add(path)
      truth.set(image, facts)
      return image
    },
    /** Marks an image as `Marks` does. */
    mark: (image: Image, marks: ImageMarks) => {
      image.note({ marks })
      bumpVersions(image.folder)
    },
    remove,
    /** Pages from a cursor to the end, as the paths in each. `meanwhile` comes before each. */
    pages: async (path: string, request: ListRequest, meanwhile = () => undefined as void) => {
      const pages: string[][] = []
      let { cursor } = request
      do {
        meanwhile()
        const { folders, images, nextCursor } = await list(path, { ...request, cursor })
        pages.push([...folders, ...images].map((entry) => entry.path))
        cursor = nextCursor ?? undefined
        if (pages.length > 1000) throw new Error('The pages have no end')
      } while (cursor !== undefined)
      return pages
    },
    paths,
  }
}
