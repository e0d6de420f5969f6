import { AppError } from '../errors.ts'
import { pictureFormats } from '../formats/picture-formats.ts'
import type { Clock } from '../lib/clock.ts'
import type { Disk } from '../disk/disk.ts'
import { ignoreRefusal } from '../disk/file-system-error.ts'
import type { Table } from '../store/table.ts'
import { measureTree } from '../disk/trash-files.ts'
import { fileNames } from '../disk/file-names.ts'
import type { Folder, Image } from '../library/tree/nodes.ts'
import type { Tree } from '../library/tree/tree.ts'
import { trashFolder } from '../disk/paths.ts'
import { isTrashId, type Trashed, type TrashItem } from './trashed.ts'

const dayMs = 24 * 60 * 60_000

export interface TrashOptions {
  disk: Disk
  tree: Tree
  table: Table<Trashed>
  clock: Clock
  /** How long items stay. */
  days: number
}

/**
 * The items of the trash. A table says where each was. It is written before an item comes, and after
 * it has gone; so what counts as there is what the disk has.
 */
export class TrashItems {
  readonly #options: TrashOptions

  constructor(options: TrashOptions) {
    this.#options = options
  }

  /** The items that can be restored, the latest first. */
  async restorable(): Promise<TrashItem[]> {
    const now = this.#options.clock()
    const items = (await this.all())
      .filter((item) => !this.isExpired(item))
      // A clock that was wrong, or a damaged line, may have it deleted later than now.
      .map((item) => ({ ...item, deleted: Math.min(item.deleted, now) }))
    return items.toSorted((one, other) => other.deleted - one.deleted)
  }

  /** The items that can be restored, of those asked for, by their ids. Some may be gone. */
  async byId(ids: readonly string[]): Promise<Map<string, TrashItem>> {
    const { table, tree } = this.#options
    await table.refresh()
    const items = new Map<string, TrashItem>()
    for (const id of ids) {
      const item = table.values.get(id)
      const isInTree = tree.trash.images.has(id) || tree.trash.folders.has(id)
      // Only what this process has not met takes a look at all.
      if (item === undefined || !isInTree) {
        return new Map((await this.restorable()).map((each) => [each.id, each]))
      }
      if (!this.isExpired(item)) items.set(id, { ...item, id })
    }
    return items
  }

  /** What has to go, as far as is known without a look at the disk, whether it is there or not. */
  get expired(): TrashItem[] {
    const known = [...this.#options.table.values].map(([id, item]) => ({ ...item, id }))
    return known.filter((item) => this.isExpired(item))
  }

  /** Whether an item has to go. */
  isExpired({ deleted }: Trashed): boolean {
    const { clock, days } = this.#options
    return deleted + days * dayMs <= clock()
  }

  /** Writes items down, or with null that they are gone. */
  async note(items: Iterable<readonly [id: string, item: Trashed | null]>): Promise<void> {
    const changes = [...items]
    if (changes.length > 0) await this.#options.table.change(() => changes)
  }

  /** The node of an item. */
  nodeOf({ id, kind }: TrashItem): Image | Folder | undefined {
    const { trash } = this.#options.tree
    return kind === 'image' ? trash.images.get(id) : trash.folders.get(id)
  }

  /** All items that the disk has, the oldest first. */
  async all(): Promise<TrashItem[]> {
    const { disk, table, tree } = this.#options
    // What comes meanwhile is not among the names.
    const known = new Set([...tree.trash.images.keys(), ...tree.trash.folders.keys()])
    const names = await disk.allNames(trashFolder)
    if (names === undefined) await disk.checkRoot()
    // After the look at the disk: what is there was written down before.
    await table.refresh()
    const found = [
      ...(names?.files ?? []).map((id) => ({ id, kind: 'image' as const })),
      ...(names?.folders ?? []).map((id) => ({ id, kind: 'folder' as const })),
    ].filter(({ id }) => isTrashId(id))
    this.#takeIn(found, known)
    const unknown = found.filter(({ id }) => !table.values.has(id))
    const noted = new Map([...table.values, ...(await this.#adopt(unknown))])
    const kinds = new Map(found.map(({ id, kind }) => [id, kind]))
    return [...noted]
      .flatMap(([id, item]) => {
        const kind = kinds.get(id)
        return kind === undefined ? [] : { ...item, id, kind }
      })
      .toSorted((one, other) => one.deleted - other.deleted)
  }

  /** Writes down items of which nothing is known any more, as to be restored to the root. */
  async #adopt(items: readonly Pick<TrashItem, 'id' | 'kind'>[]): Promise<[string, Trashed][]> {
    const adopted: [string, Trashed][] = []
    for (const { id, kind } of items) {
      const deleted = this.#options.clock()
      if (kind === 'folder') {
        adopted.push([id, { path: id, kind, deleted, size: null, totalImages: 0 }])
        continue
      }
      const unread = { size: 0, type: undefined }
      const read = await this.#read(id).catch((error) => ignoreRefusal(error) ?? unread)
      if (read === undefined) continue
      const { size, type = 'jpg' } = read
      adopted.push([id, { path: fileNames.stored(id, type), kind, deleted, size, totalImages: 1 }])
    }
    await this.#tryToNote(adopted)
    return adopted
  }

  /** Reads the type and size of an image; `undefined` where it has just gone. */
  async #read(id: string) {
    const file = await this.#options.disk.openFile(`${trashFolder}/${id}`)
    if (file === undefined) return undefined
    const header = await pictureFormats.readHeader(file).finally(() => file.release())
    return { size: file.size, type: typeof header === 'string' ? undefined : header.type }
  }

  /**
   * Gives the tree the items that other processes have brought, and takes out those that are gone.
   * @param known the ids that it had before the look at the disk.
   */
  #takeIn(found: readonly Pick<TrashItem, 'id' | 'kind'>[], known: ReadonlySet<string>): void {
    const { tree } = this.#options
    const { trash } = tree
    const gone = known.difference(new Set(found.map(({ id }) => id)))
    for (const id of gone) {
      const [image, folder] = [trash.images.get(id), trash.folders.get(id)]
      if (image !== undefined) tree.removeImage(image)
      if (folder !== undefined) tree.removeFolder(folder)
    }
    const files = found.filter(({ id, kind }) => kind === 'image' && !trash.images.has(id))
    tree.addImages(
      trash,
      files.map(({ id }) => id),
    )
    for (const { id, kind } of found) if (kind === 'folder') tree.addFolder(trash, id)
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
    await this.note(items).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error
    })
  }
}
