import { AppError, invalidRequest } from '../../errors.ts'
import { pictureFormats } from '../../formats/picture-formats.ts'
import type { Clock } from '../../lib/clock.ts'
import { Limit } from '../../lib/limit.ts'
import type { Disk } from '../disk/disk.ts'
import { syncFolders } from '../disk/move.ts'
import type { Rest } from '../disk/remove-trees.ts'
import { keepReserve } from '../disk/shortage/reserve.ts'
import type { SharedTable } from '../disk/shared-table.ts'
import { measureTree, removeTrashed } from '../disk/trash-files.ts'
import { fileNames } from '../file-names.ts'
import type { Marks } from '../index/marks.ts'
import { eachImage, Image, type Folder } from '../index/tree/nodes.ts'
import type { Tree } from '../index/tree/tree.ts'
import { trashFolder } from '../paths.ts'
import type { EmptyTrashResult } from '../types.ts'
import { isTrashId, type Trashed, type TrashItem } from './trashed.ts'

const dayMs = 24 * 60 * 60_000

/** For how long another process may be about to move what it has written down, in milliseconds. */
const moveWithin = 60 * 60_000

export interface TrashOptions {
  disk: Disk
  tree: Tree
  marks: Marks
  table: SharedTable<Trashed>
  clock: Clock
  /** How long items stay. */
  days: number
}

/**
 * What was deleted and can be restored: files and folders in a folder of the service's own, by
 * their ids, the same for all processes on the disk. A table says where each was. It is written
 * before an item comes, and after it has gone; so what counts as there is what the disk has.
 */
export class Trash {
  readonly #options: TrashOptions
  readonly #evictions = new Limit(1)

  constructor(options: TrashOptions) {
    this.#options = options
  }

  /** @throws INVALID_REQUEST where nothing is kept. */
  checkInUse(): void {
    if (this.isInUse) return
    throw invalidRequest('There is no trash, as TRASH_DAYS is 0. Delete for good, or set it.')
  }

  /** Whether anything is kept. */
  get isInUse(): boolean {
    return this.#options.days > 0
  }

  get now(): number {
    return this.#options.clock()
  }

  /** Makes the folder of the items where it is missing, and takes some space for a full disk. */
  async prepare(): Promise<void> {
    const { disk } = this.#options
    await disk.restorePrivateFolder()
    if (await disk.makeFolder(trashFolder)) await syncFolders(disk.root, [''])
    await keepReserve(disk.root)
  }

  /**
   * The items with what they hold, the latest first.
   * @throws FILE_SYSTEM_ERROR, BUSY.
   */
  async list() {
    const items = await this.#measure(await this.items())
    return {
      items: items.map((item) => ({
        id: item.id,
        path: item.path,
        kind: item.kind,
        deleted: item.deleted,
        totalImages: item.totalImages,
        size: item.size ?? 0,
        hasPicture: this.#pictureOf(item) !== undefined,
      })),
      totalItems: items.length,
      totalSize: items.reduce((sum, { size }) => sum + (size ?? 0), 0),
      days: this.#options.days,
    }
  }

  /** The items that can be restored, the latest first. */
  async items(): Promise<TrashItem[]> {
    return (await this.all()).filter((item) => !this.isExpired(item)).toReversed()
  }

  /** Those of some ids that can be restored, by their ids. Not all may be there any more. */
  async itemsOf(ids: readonly string[]): Promise<Map<string, TrashItem>> {
    const { table, tree } = this.#options
    await table.refresh()
    const items = new Map<string, TrashItem>()
    for (const id of ids) {
      const item = table.values.get(id)
      const isInTree = tree.trash.images.has(id) || tree.trash.folders.has(id)
      // Only what this process has not met takes a look at all.
      if (item === undefined || !isInTree) {
        return new Map((await this.items()).map((each) => [each.id, each]))
      }
      if (!this.isExpired(item)) items.set(id, { ...item, id })
    }
    return items
  }

  /** Whether an item has to go. */
  isExpired({ deleted }: Trashed): boolean {
    const { clock, days } = this.#options
    return deleted + days * dayMs <= clock()
  }

  /** Whether, as far as is known without a look at the disk, an item has to go. */
  get hasExpired(): boolean {
    return [...this.#options.table.values.values()].some((item) => this.isExpired(item))
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

  /** The picture that stands for an item, probed; `undefined` where there is none. */
  async picture(id: string): Promise<Image | undefined> {
    const { disk, tree } = this.#options
    const item = (await this.itemsOf([id])).get(id)
    const image = item && this.#pictureOf(item)
    if (image === undefined || image.isIndexed) return image
    const file = await disk.openFile(image.diskPath)
    if (file === undefined) return undefined
    try {
      tree.noteFacts(image, file, await pictureFormats.readHeader(file))
    } finally {
      await file.release()
    }
    return image
  }

  /**
   * Deletes items for good.
   * @param ids all unless given.
   * @throws FILE_SYSTEM_ERROR, BUSY.
   */
  async delete(ids?: readonly string[]): Promise<EmptyTrashResult> {
    const all = ids ?? (await this.items()).map(({ id }) => id)
    const items = await this.itemsOf(all)
    const found = [...new Set(all)].flatMap((id) => items.get(id) ?? [])
    const removed = await this.remove(await this.#measure(found))
    const deletedItems = all.map((id) => {
      // What is named twice is gone the second time.
      const isDeleted = removed.has(id) && items.delete(id)
      return { id, status: isDeleted ? ('deleted' as const) : ('not_found' as const) }
    })
    return {
      deletedItems,
      totalDeleted: removed.size,
      totalSize: found.reduce((sum, { id }) => sum + (removed.get(id) ?? 0), 0),
    }
  }

  /**
   * Removes items from the disk.
   * @returns the sizes of those that were there, by their ids.
   */
  async remove(items: readonly TrashItem[], rest?: Rest): Promise<Map<string, number>> {
    const { disk, tree } = this.#options
    const removed = new Map<string, number>()
    await removeTrashed(disk, items, rest, (item) => {
      const node = this.nodeOf(item)
      if (node instanceof Image) tree.removeImage(node)
      else if (node !== undefined) tree.removeFolder(node)
      removed.set(item.id, item.size ?? 0)
    })
    await this.note(items.map(({ id }) => [id, null]))
    return removed
  }

  /**
   * Makes room on the disk for something more important, by the oldest items.
   * @returns how many bytes less there are.
   */
  makeRoom(bytes: number): Promise<number> {
    return this.#evictions.run(async () => {
      const oldest: TrashItem[] = []
      let size = 0
      for (const item of await this.#measure(await this.all())) {
        if (size >= bytes) break
        oldest.push(item)
        size += item.size ?? 0
      }
      const removed = await this.remove(oldest)
      return [...removed.values()].reduce((sum, each) => sum + each, 0)
    })
  }

  /** Forgets what was written down of items that never came, or that somebody has taken away. */
  async prune(): Promise<void> {
    const { table, clock } = this.#options
    const there = new Set((await this.all()).map(({ id }) => id))
    const gone = [...table.values].filter(
      ([id, { deleted }]) => !there.has(id) && Math.abs(clock() - deleted) > moveWithin,
    )
    await this.note(gone.map(([id]) => [id, null]))
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
    const items = new Map<string, TrashItem>()
    const order = new Map([...table.values.keys()].map((id, index) => [id, index]))
    const unknown = found.filter(({ id }) => !table.values.has(id))
    const adopted = new Map(await this.#adopt(unknown))
    for (const { id, kind } of found) {
      const item = table.values.get(id) ?? adopted.get(id)
      if (item !== undefined) items.set(id, { ...item, id, kind })
    }
    const place = ({ id }: TrashItem) => order.get(id) ?? order.size
    return [...items.values()].toSorted(
      (one, other) => one.deleted - other.deleted || place(other) - place(one),
    )
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
      const file = await this.#options.disk.openFile(`${trashFolder}/${id}`)
      if (file === undefined) continue
      const header = await pictureFormats.readHeader(file).finally(() => file.release())
      const type = typeof header === 'string' ? 'jpg' : header.type
      const path = fileNames.stored(id, type)
      adopted.push([id, { path, kind, deleted, size: file.size, totalImages: 1 }])
    }
    await this.#tryToNote(adopted)
    return adopted
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
  async #measure(items: readonly TrashItem[]): Promise<TrashItem[]> {
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

  #pictureOf(item: TrashItem): Image | undefined {
    const node = this.nodeOf(item)
    const images: Image[] = []
    if (node instanceof Image) images.push(node)
    else if (node !== undefined) eachImage(node, (image) => images.push(image))
    let newest: Image | undefined
    for (const image of images) {
      const { isIndexed, type, obstacle, isUndecodable, mtimeMs } = image
      const isFit = !isIndexed || (type !== undefined && obstacle === undefined && !isUndecodable)
      if (isFit && (newest === undefined || mtimeMs > newest.mtimeMs)) newest = image
    }
    return newest
  }
}
