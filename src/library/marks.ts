import type { Disk } from '../disk/disk.ts'
import type { Permission } from './permission.ts'
import { AppError } from '../errors.ts'
import { Table, type MakeChanges, type TablePlace } from '../store/table.ts'
import {
  bumpVersions,
  imagePath,
  marksSchema,
  noMarks,
  type Image,
  type ImageMarks,
} from './tree/nodes.ts'
import { joinPath, liesIn, movedPath, parentOf } from '../disk/paths.ts'
import type { Tree } from './tree/tree.ts'

/** What a change sets; what it leaves out stays. */
export interface MarksChange {
  hidden?: boolean | undefined
  favourite?: boolean | undefined
  /** Says yes to a picture that waits for that: it is shown, unless `hidden` says otherwise. */
  waiting?: false | undefined
}

/** Where a table about pictures is kept, and where these are. */
export interface PictureTablePlace extends TablePlace {
  tree: Tree
  disk: Disk
}

/**
 * What people mark pictures with, by their paths, the same for all processes on the folder. The marks
 * of a picture end once its file is gone.
 */
export class Marks extends Table<ImageMarks> {
  readonly #tree: Tree
  readonly #disk: Disk
  /** The paths of images that are gone, and what they were marked with. */
  readonly #gone = new Map<string, ImageMarks | undefined>()
  #ending: Promise<void> | undefined
  /** The paths of the images that were chosen as covers, by their folders, once they are asked for. */
  #covers: ReadonlyMap<string, string> | undefined

  constructor({ tree, disk, ...place }: PictureTablePlace) {
    super({ ...place, name: 'marks.json', isShared: true, schema: marksSchema })
    this.#tree = tree
    this.#disk = disk
    tree.onAdd = (image) => {
      if (this.values.size > 0) this.show(image)
    }
    tree.onGone = (image) => {
      if (image.marks !== noMarks) void this.#end(imagePath(image))
    }
  }

  /**
   * Ends the marks of pictures that have gone while no process ran. A folder that holds nothing may
   * wait for a disk to be mounted, so those in it stay.
   * @throws FILE_SYSTEM_ERROR, BUSY.
   */
  async endGone(): Promise<void> {
    for (const path of this.values.keys()) {
      const { folder, below } = this.#tree.nearest(path.split('/'))
      const isEmpty = folder.folders.size + folder.images.size === 0
      if (isEmpty || this.#tree.findImage(path) !== undefined) continue
      const facts = await this.#disk.fileFacts(joinPath(folder.diskPath, below.join('/')))
      if (facts === undefined) await this.#end(path)
    }
  }

  #end(path: string): Promise<void> {
    this.#gone.set(path, this.values.get(path))
    return (this.#ending ??= this.#endAll().finally(() => (this.#ending = undefined)))
  }

  /** What can't be ended is tried again with the next one that goes. */
  async #endAll(): Promise<void> {
    while (this.#gone.size > 0) {
      const gone = [...this.#gone]
      try {
        // Another process may be about to bring a picture to the path, and has marked it.
        await this.change((values) =>
          gone.flatMap(([path, marks]) =>
            marks !== undefined && values.get(path) === marks ? [[path, null] as const] : [],
          ),
        )
      } catch (error) {
        if (error instanceof AppError) return
        throw error
      }
      for (const [path] of gone) this.#gone.delete(path)
    }
  }

  /**
   * Marks pictures by their paths.
   * @throws FILE_SYSTEM_ERROR, BUSY.
   */
  async mark(images: readonly Image[], change: MarksChange, permission: Permission): Promise<void> {
    await this.#change((values) => {
      permission()
      return images.map((image) => {
        const path = imagePath(image)
        const before = values.get(path) ?? noMarks
        const { favourite = before.favourite } = change
        const isAnswered = before.waiting === true && change.waiting === false
        const { hidden = before.hidden && !isAnswered } = change
        const waiting = hidden && !isAnswered ? before.waiting : undefined
        return [path, { ...before, hidden, favourite, waiting }] as const
      })
    })
  }

  /** The path of the image that was chosen as the cover of a folder, and lies below it. */
  coverOf(folder: string): string | undefined {
    this.#covers ??= new Map(
      [...this.values].flatMap(([path, { coverOf = [] }]) =>
        coverOf.filter((each) => liesIn(path, each)).map((each) => [each, path] as const),
      ),
    )
    return this.#covers.get(folder)
  }

  /**
   * Chooses the cover of a folder; without an image, there is none.
   * @throws FILE_SYSTEM_ERROR, BUSY.
   */
  async setCover(folder: string, image: Image | undefined, permission: Permission): Promise<void> {
    await this.#change((values) => {
      permission()
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

  /** The marks below a folder, by paths from there. */
  belowFolder(folder: string): Record<string, ImageMarks> {
    const marked = this.#below([folder])
    return Object.fromEntries(marked.map((path) => [path.slice(folder.length + 1), this.#of(path)]))
  }

  /**
   * Gives pictures marks, before they are moved to their paths.
   * @param places where other pictures may have left marks, in themselves or below, which go.
   */
  async put(
    marked: readonly (readonly [path: string, marks: ImageMarks])[],
    places: readonly string[] = [],
  ): Promise<void> {
    const left = this.#below(places)
    if (marked.length + left.length === 0) return
    await this.#change(() => new Map([...left.map((path) => [path, null] as const), ...marked]))
  }

  /** Gives an image of the tree the marks of its path. */
  show(image: Image): void {
    image.note({ marks: this.#of(imagePath(image)) })
  }

  /** Removes the marks of pictures, and of all below folders, where there are any. */
  async remove(paths: readonly string[]): Promise<void> {
    await this.put([], paths)
  }

  /** The marked paths among some, and below them. */
  #below(paths: readonly string[]): string[] {
    const places = new Set(paths)
    const isBelow = (path: string): boolean =>
      places.has(path) || (path !== '' && isBelow(parentOf(path)))
    return places.size === 0 ? [] : [...this.values.keys()].filter(isBelow)
  }

  #of(path: string): ImageMarks {
    const marks = this.get(path)
    return marks === undefined || this.#gone.get(path) === marks ? noMarks : marks
  }

  async #change(change: MakeChanges<ImageMarks>): Promise<void> {
    await this.change((values) =>
      [...change(values)].map(
        ([path, marks]) => [path, marks !== null && isAny(marks) ? marks : null] as const,
      ),
    )
  }

  /** Gives the images of the tree what has changed. */
  protected override onChange(paths: Iterable<string>): void {
    this.#covers = undefined
    for (const path of paths) {
      const marks = this.get(path) ?? noMarks
      const image = this.#tree.findImage(path)
      if (image === undefined || Bun.deepEquals(image.marks, marks)) continue
      image.note({ marks })
      bumpVersions(image.folder)
    }
  }
}

const isAny = ({ hidden, favourite, coverOf = [], invitation }: ImageMarks) =>
  hidden || favourite || coverOf.length > 0 || invitation !== undefined

/** The marks of an image once a folder above it has another path. */
export function moveCovers(marks: ImageMarks, from: string, to: string): ImageMarks {
  const { coverOf } = marks
  if (coverOf === undefined) return marks
  return { ...marks, coverOf: coverOf.map((folder) => movedPath(folder, from, to) ?? folder) }
}
