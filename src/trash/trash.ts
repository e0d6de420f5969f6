import { pictureFormats } from '../formats/picture-formats.ts'
import { Mutex } from '../lib/waiting/mutex.ts'
import { syncFolder } from '../disk/durable/sync-folder.ts'
import type { Rest } from '../disk/folders/remove-trees.ts'
import type { BackgroundWork } from '../library/background.ts'
import { keepReserve } from '../disk/shortage/reserve.ts'
import { removeTrashed } from '../disk/folders/trash-files.ts'
import { Image, imagesBelow } from '../library/tree/nodes.ts'
import { trashFolder } from '../disk/paths.ts'
import type { EmptyTrashResult } from '../uploads/results.ts'
import { TrashItems, type TrashOptions } from './trash-items.ts'
import type { TrashItem } from './trashed.ts'

/** How many items are written down as gone at a time. */
const atOnce = 100

/**
 * What was deleted and can be restored: files and folders in a folder of the service's own, by
 * their ids, the same for all processes on the disk. In the background it deletes what has been there
 * for long enough, a little at a time.
 */
export class Trash implements BackgroundWork {
  readonly every = 60_000
  readonly longestRest = 500
  readonly items: TrashItems
  readonly #options: TrashOptions
  readonly #evictions = new Mutex()
  #isStarted = false

  constructor(options: TrashOptions) {
    this.#options = options
    this.items = new TrashItems(options)
  }

  /** Whether anything is kept. */
  get isInUse(): boolean {
    return this.#options.days > 0
  }

  /** Makes the folder of the items where it is missing, and takes some space for a full disk. */
  async prepare(): Promise<void> {
    const { disk } = this.#options
    await disk.restorePrivateFolder()
    if (await disk.makeFolder(trashFolder)) {
      await disk.insideFolder('', (_, handle) => syncFolder(handle))
    }
    await keepReserve(disk.root)
  }

  async run(giveWay: Rest): Promise<void> {
    if (!this.#isStarted) {
      this.#isStarted = true
      await this.#options.onStart()
      if (this.isInUse) await this.prepare()
      // An earlier run may have left something behind that this one has not read about. Later only
      // what is known is looked at: a disk that nobody uses may sleep.
      await this.items.all()
    }
    const { expired } = this.items
    let firstRefusal: unknown
    for (let from = 0; from < expired.length; from += atOnce) {
      const { refusal } = await this.remove(expired.slice(from, from + atOnce), giveWay)
      firstRefusal ??= refusal
    }
    if (firstRefusal !== undefined) throw firstRefusal
  }

  /**
   * The items with what they hold, the latest first.
   * @throws FILE_SYSTEM_ERROR, BUSY.
   */
  async list() {
    const items = await this.items.measured(await this.items.restorable())
    return {
      items: items.map((item) => {
        const { marks: _, size, ...shown } = item
        return { ...shown, size: size ?? 0, hasPicture: this.#pictureOf(item) !== undefined }
      }),
      totalItems: items.length,
      totalSize: items.reduce((sum, { size }) => sum + (size ?? 0), 0),
      days: this.#options.days,
    }
  }

  /** The picture that stands for an item, probed; `undefined` where there is none. */
  async picture(id: string): Promise<Image | undefined> {
    const { disk, tree } = this.#options
    const item = (await this.items.byId([id])).get(id)
    const image = item && this.#pictureOf(item)
    if (image === undefined || image.isIndexed) return image
    using file = await disk.openFile(image.diskPath)
    if (file === undefined) return undefined
    tree.noteFacts(image, file, await pictureFormats.readHeader(file))
    return image
  }

  /**
   * Deletes items for good.
   * @param ids all unless given.
   * @throws FILE_SYSTEM_ERROR, BUSY.
   */
  async delete(ids?: readonly string[]): Promise<EmptyTrashResult> {
    const all = ids ?? (await this.items.restorable()).map(({ id }) => id)
    const items = await this.items.byId(all)
    const found = [...new Set(all)].flatMap((id) => items.get(id) ?? [])
    const { removed, refusal } = await this.remove(await this.items.measured(found))
    if (refusal !== undefined) throw refusal
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
   * Removes items from the disk. What it refuses stays, and keeps no other.
   * @returns the sizes of those that were there, by their ids, and why one of the others stays.
   */
  async remove(items: readonly TrashItem[], rest?: Rest) {
    const { disk, tree } = this.#options
    const removed = new Map<string, number>()
    const left = await removeTrashed(disk, items, rest, (item) => {
      tree.remove(this.items.nodeOf(item.id))
      removed.set(item.id, item.size ?? 0)
    })
    await this.items.record(items.filter((item) => !left.has(item)).map(({ id }) => [id, null]))
    const [refusal] = left.values()
    return { removed, refusal }
  }

  /**
   * Makes room on the disk for something more important, by the oldest items.
   * @returns how many bytes less there are.
   */
  makeRoom(bytes: number): Promise<number> {
    return this.#evictions.run(async () => {
      let freed = 0
      for (const item of await this.items.measured(await this.items.all())) {
        if (freed >= bytes) break
        const { removed } = await this.remove([item])
        freed += removed.get(item.id) ?? 0
      }
      return freed
    })
  }

  /** The newest picture of an item that can be shown, as far as is known. */
  #pictureOf({ id }: TrashItem): Image | undefined {
    const node = this.items.nodeOf(id)
    if (node === undefined) return undefined
    return (node instanceof Image ? [node].values() : imagesBelow(node))
      .filter(({ isScalable }) => isScalable)
      .reduce<Image | undefined>((a, b) => (a && a.mtimeMs >= b.mtimeMs ? a : b), undefined)
  }
}
