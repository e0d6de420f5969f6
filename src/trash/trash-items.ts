import { AppError, ignoring } from '../errors.ts'
import { pictureFormats } from '../formats/picture-formats.ts'
import { dayMs, type Clock } from '../lib/clock.ts'
import { isRefusal } from '../disk/file-system-error.ts'
import { Table } from '../store/table.ts'
import type { PictureTablePlace } from '../library/marks.ts'
import { measureTree } from '../disk/folders/folder-contents.ts'
import { fileNames } from '../disk/file-names.ts'
import { Image, type Folder } from '../library/tree/nodes.ts'
import { trashFolder } from '../disk/paths.ts'
import { isTrashId, trashedSchema, type Trashed, type TrashItem } from './trashed.ts'

export interface TrashOptions extends PictureTablePlace {
  clock: Clock
  /** How long items stay. */
  days: number
  /** Is called once in the background, behind the first requests. */
  onStart: () => Promise<void>
}

/**
 * The items of the trash. The table says where each was. It is written before an item comes, and after
 * it has gone; so what counts as there is what the disk has.
 */
export class TrashItems extends Table<Trashed> {
  readonly #options: TrashOptions
  /** What was found on the disk and not in the table, where that can't be written. */
  #adopted: ReadonlyMap<string, Trashed> = new Map()

  constructor(options: TrashOptions) {
    super({ ...options, name: 'trash.json', isShared: true, schema: trashedSchema })
    this.#options = options
  }

  /** The items that can be restored, the latest first. */
  async restorable(): Promise<TrashItem[]> {
    const now = this.#options.clock()
    const items = (await this.all())
      .filter((item) => !this.#isExpired(item))
      // A clock that was wrong, or a damaged line, may have it deleted later than now.
      .map((item) => ({ ...item, deleted: Math.min(item.deleted, now) }))
    return items.toSorted((one, other) => other.deleted - one.deleted)
  }

  /** The items that can be restored, of those asked for, by their ids. Some may be gone. */
  async byId(ids: readonly string[]): Promise<Map<string, TrashItem>> {
    await this.refresh()
    // Only what this process has not met takes a look at the disk.
    if (ids.some((id) => this.#item(id) === undefined)) await this.#look()
    const items = ids.flatMap((id) => this.#item(id) ?? [])
    return new Map(items.filter((item) => !this.#isExpired(item)).map((item) => [item.id, item]))
  }

  /** What has to go, as far as is known without a look at the disk, whether it is there or not. */
  get expired(): TrashItem[] {
    const known = Array.from(this.values, ([id, item]) => ({ ...item, id }))
    return known.filter((item) => this.#isExpired(item))
  }

  /** Writes items down, or with null that they are gone. */
  async record(items: readonly (readonly [id: string, item: Trashed | null])[]): Promise<void> {
    if (items.length > 0) await this.change(() => items)
  }

  /** What the tree has of an item. */
  nodeOf(id: string): Image | Folder | undefined {
    const { images, folders } = this.#options.tree.trash
    return images.get(id) ?? folders.get(id)
  }

  /** All items that the disk has, the oldest first. */
  async all(): Promise<TrashItem[]> {
    await this.#look()
    const ids = new Set([...this.values.keys(), ...this.#adopted.keys()])
    const items = [...ids].flatMap((id) => this.#item(id) ?? [])
    return items.toSorted((one, other) => one.deleted - other.deleted)
  }

  #isExpired({ deleted }: Trashed): boolean {
    const { clock, days } = this.#options
    return deleted + days * dayMs <= clock()
  }

  /** An item that the disk had at the last look. */
  #item(id: string): TrashItem | undefined {
    const [node, item] = [this.nodeOf(id), this.get(id) ?? this.#adopted.get(id)]
    if (node === undefined || item === undefined) return undefined
    return { ...item, id, kind: node instanceof Image ? 'image' : 'folder' }
  }

  /** Gives the tree the items that other processes have brought, and takes out those that are gone. */
  async #look(): Promise<void> {
    const { disk, tree } = this.#options
    const { trash } = tree
    // What comes meanwhile is not among the names.
    const known = new Set([...trash.images.keys(), ...trash.folders.keys()])
    const names = await disk.names(trashFolder)
    if (names === undefined) await disk.checkRoot()
    // After the look at the disk: what is there was written down before.
    await this.refresh()
    const files = (names?.files ?? []).filter(isTrashId)
    const folders = (names?.folders ?? []).filter(isTrashId)
    for (const id of known.difference(new Set([...files, ...folders]))) {
      tree.remove(this.nodeOf(id))
    }
    const added = files.filter((id) => !trash.images.has(id))
    tree.addImages(trash, added)
    for (const id of folders) tree.addFolder(trash, id)
    const unknown = [...files, ...folders].filter((id) => !this.values.has(id))
    this.#adopted = new Map(await this.#adopt(unknown))
    await this.#tryToNote([...this.#adopted])
  }

  /** Makes items of which nothing is known any more ones that are restored to the root. */
  async #adopt(ids: readonly string[]): Promise<[string, Trashed][]> {
    const { tree, clock } = this.#options
    const adopted: [string, Trashed][] = []
    for (const id of ids) {
      const deleted = clock()
      if (tree.trash.folders.has(id)) {
        adopted.push([id, { path: id, kind: 'folder', deleted, size: null, totalImages: 0 }])
        continue
      }
      const unread = { size: 0, type: undefined }
      const read = await this.#readImage(id).catch((error) => ignoring(isRefusal)(error) ?? unread)
      if (read === undefined) continue
      const { size, type = 'jpg' } = read
      const path = fileNames.stored(id, type)
      adopted.push([id, { path, kind: 'image', deleted, size, totalImages: 1 }])
    }
    return adopted
  }

  /** Reads the type and size of an image; `undefined` where it has just gone. */
  async #readImage(id: string) {
    using file = await this.#options.disk.openFile(`${trashFolder}/${id}`)
    if (file === undefined) return undefined
    const header = await pictureFormats.readHeader(file)
    return { size: file.size, type: typeof header === 'string' ? undefined : header.type }
  }

  /** Counts what folders hold that has not been counted. */
  async measured(items: readonly TrashItem[]): Promise<TrashItem[]> {
    const { disk } = this.#options
    const counted = new Map<string, Trashed>()
    for (const item of items) {
      if (item.size !== null) continue
      const { id, ...noted } = item
      const { images, bytes } = await measureTree(disk.root, `${trashFolder}/${id}`)
      counted.set(id, { ...noted, size: bytes, totalImages: images })
    }
    await this.#tryToNote([...counted])
    return items.map((item) => ({ ...item, ...counted.get(item.id) }))
  }

  /** Writes down what can be found out again, as on a disk that is read-only or busy. */
  async #tryToNote(items: readonly (readonly [string, Trashed])[]): Promise<void> {
    await this.record(items).catch(ignoring((error) => error instanceof AppError))
  }
}
