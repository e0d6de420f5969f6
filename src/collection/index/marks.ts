import { z } from 'zod'
import { SharedTable, type SharedTableOptions } from '../disk/shared-table.ts'
import { findImage } from './tree/lookup.ts'
import { bumpVersions, imagePath, noMarks, type Image, type ImageMarks } from './tree/nodes.ts'
import type { Tree } from './tree/tree.ts'

export const marksSchema = () =>
  z.object({
    hidden: z.boolean(),
    favourite: z.boolean(),
    coverOf: z.array(z.string()).readonly().optional(),
    invitation: z.object({ id: z.string(), label: z.string().nullable() }).optional(),
    takeBack: z.object({ hash: z.string(), until: z.number() }).optional(),
  })

/** What a change sets; what it leaves out stays. */
export interface MarksChange {
  hidden?: boolean | undefined
  favourite?: boolean | undefined
}

/** What people mark pictures with, by their paths, the same for all processes on the folder. */
export class Marks extends SharedTable<ImageMarks> {
  readonly #tree: Tree
  /** The images that were chosen as covers, by their folders, and the values that they are from. */
  #covers: { values: ReadonlyMap<string, ImageMarks>; paths: Map<string, string> } | undefined

  constructor(options: Omit<SharedTableOptions<ImageMarks>, 'name' | 'schema'>, tree: Tree) {
    super({ ...options, name: 'marks.json', schema: marksSchema })
    this.#tree = tree
    tree.onAdd = (image) => {
      if (this.values.size > 0) this.show(image)
    }
  }

  /**
   * Marks pictures by their paths.
   * @param permit throws where the caller is not allowed to any more.
   * @throws FILE_SYSTEM_ERROR, BUSY.
   */
  async set(images: readonly Image[], change: MarksChange, permit: () => void): Promise<void> {
    await this.#change((values) => {
      permit()
      return images.map((image) => {
        const path = imagePath(image)
        const before = values.get(path) ?? noMarks
        const { hidden = before.hidden, favourite = before.favourite } = change
        return [path, { ...before, hidden, favourite }] as const
      })
    })
  }

  /** The path of the image that was chosen as the cover of a folder, and lies below it. */
  coverOf(folder: string): string | undefined {
    if (this.#covers?.values !== this.values) {
      const chosen = [...this.values].flatMap(([path, { coverOf = [] }]) =>
        coverOf.filter((each) => isBelow(path, each)).map((each) => [each, path] as const),
      )
      this.#covers = { values: this.values, paths: new Map(chosen) }
    }
    return this.#covers.paths.get(folder)
  }

  /**
   * Chooses the cover of a folder; without an image, there is none.
   * @param permit throws where the caller is not allowed to any more.
   * @throws FILE_SYSTEM_ERROR, BUSY.
   */
  async setCover(folder: string, image: Image | undefined, permit: () => void): Promise<void> {
    await this.#change((values) => {
      permit()
      const changes = new Map<string, ImageMarks>()
      for (const [path, marks] of values) {
        const { coverOf = [] } = marks
        const others = coverOf.filter((each) => each !== folder)
        if (others.length < coverOf.length) changes.set(path, { ...marks, coverOf: others })
      }
      if (image === undefined) return changes
      const path = imagePath(image)
      const marks = changes.get(path) ?? values.get(path) ?? noMarks
      return changes.set(path, { ...marks, coverOf: [...(marks.coverOf ?? []), folder] })
    })
  }

  /**
   * Gives the marks of a picture to another path, before it is moved there. `remove` the old ones once
   * it is.
   * @returns whether there are any.
   */
  async copy(from: string, to: string): Promise<boolean> {
    const marks = this.get(from)
    if (marks !== undefined) await this.#change(() => [[to, marks]])
    return marks !== undefined
  }

  /** The marks below a folder, by paths from there. */
  belowFolder(folder: string): Record<string, ImageMarks> {
    const marked = this.#below(folder)
    return Object.fromEntries(marked.map((path) => [path.slice(folder.length + 1), this.#of(path)]))
  }

  /** Gives pictures marks in place of those of their paths, before they are moved there. */
  async put(marked: readonly (readonly [path: string, marks: ImageMarks])[]): Promise<void> {
    if (marked.length > 0) await this.#change(() => marked)
  }

  /** Gives an image of the tree the marks of its path. */
  show(image: Image): void {
    image.marks = this.#of(imagePath(image))
  }

  /** Does the same for all pictures below a folder. */
  async copyFolder(from: string, to: string): Promise<void> {
    const marked = this.#below(from)
    if (marked.length === 0) return
    await this.#change(() =>
      marked.map((path) => [to + path.slice(from.length), moveCovers(this.#of(path), from, to)]),
    )
  }

  /** Removes the marks of pictures, where there are any. */
  async remove(paths: readonly string[]): Promise<void> {
    const marked = paths.filter((path) => this.values.has(path))
    if (marked.length > 0) await this.#change(() => marked.map((path) => [path, null]))
  }

  /** Does the same for all pictures below a folder. */
  removeFolder(folder: string): Promise<void> {
    return this.remove(this.#below(folder))
  }

  #below(folder: string): string[] {
    return [...this.values.keys()].filter((path) => path.startsWith(`${folder}/`))
  }

  #of(path: string): ImageMarks {
    return this.get(path) ?? noMarks
  }

  async #change(
    change: (
      values: ReadonlyMap<string, ImageMarks>,
    ) => Iterable<readonly [string, ImageMarks | null]>,
  ): Promise<void> {
    await this.change((values) =>
      [...change(values)].map(
        ([path, marks]) => [path, marks !== null && isAny(marks) ? marks : null] as const,
      ),
    )
  }

  /** Gives the images of the tree what has changed. */
  protected override onChange(
    before: ReadonlyMap<string, ImageMarks>,
    after: ReadonlyMap<string, ImageMarks>,
  ): void {
    for (const path of new Set([...before.keys(), ...after.keys()])) {
      const marks = after.get(path) ?? noMarks
      const image = before.get(path) === marks ? undefined : findImage(this.#tree, path)
      if (image === undefined || Bun.deepEquals(image.marks, marks)) continue
      image.marks = marks
      bumpVersions(image.folder)
    }
  }
}

const isAny = ({ hidden, favourite, coverOf = [], invitation }: ImageMarks) =>
  hidden || favourite || coverOf.length > 0 || invitation !== undefined

const isBelow = (path: string, folder: string) => folder === '' || path.startsWith(`${folder}/`)

/** The marks of an image once a folder above it has another path. */
export function moveCovers(marks: ImageMarks, from: string, to: string): ImageMarks {
  const { coverOf } = marks
  if (coverOf === undefined) return marks
  const isMoved = (folder: string) => folder === from || isBelow(folder, from)
  const moved = (folder: string) => (isMoved(folder) ? to + folder.slice(from.length) : folder)
  return { ...marks, coverOf: coverOf.map(moved) }
}
