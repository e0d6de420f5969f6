import type { Clock } from '../clock.ts'
import type { Disk, FolderNames } from './disk/disk.ts'
import { inParallel } from './in-parallel.ts'
import { maxDepth } from './paths.ts'
import { bumpVersions, folderDiskPath, imageDiskPath, type Folder, type Tree } from './tree.ts'

/** How old, in milliseconds, what is known of the disk may be. */
export const maxAge = 2000

/** How long a request waits for a check that is under way, on a disk that takes its time. */
const patience = 250

/** The service stops looking at the disk when nobody has asked for anything for so long. */
const restAfter = 60_000

/** Modification times count in steps of up to two seconds (FAT). */
const coarsestTime = 2500

/** How many unreadable images are looked at again in one check. */
const retries = 1000

/**
 * Keeps the tree true to the disk without file events, which network mounts don't send: while
 * somebody asks for pictures, every folder's modification time is looked at once in two seconds,
 * and only a folder that changed is read again.
 */
export class Refresher {
  readonly #tree: Tree
  readonly #disk: Disk
  readonly #clock: Clock
  #checkedAt = Number.NEGATIVE_INFINITY
  #usedAt = Number.NEGATIVE_INFINITY
  #running: Promise<void> | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #failure: unknown
  #retryFrom = 0

  constructor(tree: Tree, disk: Disk, clock: Clock) {
    this.#tree = tree
    this.#disk = disk
    this.#clock = clock
  }

  /** Reads the whole collection into the tree. */
  scan(): void {
    this.#checkedAt = this.#clock()
    this.#scanFolder(this.#tree.root)
  }

  /**
   * Makes sure that what the tree says is at most two seconds old, or as fresh as a slow disk lets
   * it be.
   * @throws FILE_SYSTEM_ERROR while the uploads directory is not there.
   */
  async ensureFresh(): Promise<void> {
    const now = this.#clock()
    this.#usedAt = now
    if (now - this.#checkedAt >= maxAge) await this.#waitFor(this.check())
    this.#schedule()
    if (this.#failure !== undefined) throw this.#failure
  }

  /** Looks at the disk again. One check runs at a time; who asks meanwhile gets that one. */
  async check(): Promise<void> {
    this.#running ??= this.#check().finally(() => {
      this.#running = undefined
    })
    return this.#running
  }

  /** Ends the background checks. */
  stop(): void {
    clearTimeout(this.#timer)
    this.#usedAt = Number.NEGATIVE_INFINITY
  }

  async #waitFor(check: Promise<void>): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined
    const enough = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, patience)
    })
    await Promise.race([check, enough])
    clearTimeout(timer)
  }

  #schedule(): void {
    this.#timer ??= setTimeout(
      () => {
        this.#timer = undefined
        if (this.#clock() - this.#usedAt > restAfter) return
        void this.check().then(() => this.#schedule())
      },
      Math.max(this.#checkedAt + maxAge - this.#clock(), 1),
    ).unref()
  }

  async #check(): Promise<void> {
    const startedAt = this.#clock()
    try {
      await this.#disk.checkRoot()
      await inParallel(this.#tree.allFolders(), (folder) => this.#checkFolder(folder))
      await this.#retryUnreadable()
      this.#failure = undefined
    } catch (error) {
      this.#failure = error
    }
    this.#checkedAt = startedAt
  }

  async #checkFolder(folder: Folder): Promise<void> {
    try {
      await this.#checkReadableFolder(folder)
    } catch (error) {
      // One folder without permission, say, must not keep all others from being seen.
      if (folder.parent === undefined) throw error
      folder.settled = false
    }
  }

  async #checkReadableFolder(folder: Folder): Promise<void> {
    if (!folder.present) return
    const path = folderDiskPath(folder)
    for (;;) {
      const { version } = folder
      const facts = await this.#disk.folderFacts(path)
      if (facts === undefined) return this.#tree.removeFolder(folder)
      const changed = facts.mtimeMs !== folder.mtimeMs || facts.inode !== folder.inode
      if (!changed && folder.settled) return
      const names = await this.#disk.names(path)
      if (names === undefined) return this.#tree.removeFolder(folder)
      // An upload or delete came in between: the names may be from before it.
      if (version !== folder.version) continue
      this.#note(folder, facts)
      if (changed) bumpVersions(folder)
      return this.#update(folder, names)
    }
  }

  #note(folder: Folder, { inode, mtimeMs }: { inode: number; mtimeMs: number }): void {
    folder.inode = inode
    folder.mtimeMs = mtimeMs
    folder.settled = Math.abs(this.#clock() - mtimeMs) > coarsestTime
  }

  async #update(folder: Folder, names: FolderNames): Promise<void> {
    const { added, removedFolders, removedImages } = this.#compare(folder, names)
    for (const gone of removedFolders) this.#tree.removeFolder(gone)
    for (const gone of removedImages) this.#tree.removeImage(gone)
    for (const child of added) await this.#checkFolder(child)
  }

  /** Adds what is new and tells what is gone. */
  #compare(folder: Folder, names: FolderNames) {
    const folderNames = byVisibleName(names.folders)
    const imageNames = byVisibleName(names.images)
    const removedFolders = [...folder.folders.values()].filter(({ name }) => !folderNames.has(name))
    const removedImages = [...folder.images.values()].filter(({ name }) => !imageNames.has(name))
    const added: Folder[] = []
    for (const [name, diskName] of folderNames) {
      if (folder.folders.has(name) || depth(folder) >= maxDepth) continue
      added.push(this.#tree.addFolder(folder, name, diskName))
    }
    for (const [name, diskName] of imageNames) {
      if (!folder.images.has(name)) this.#tree.addImage(folder, name, diskName)
    }
    return { added, removedFolders, removedImages }
  }

  /** A half-copied picture is tried again when it has grown, and dealt in the running rounds. */
  async #retryUnreadable(): Promise<void> {
    const all = [...this.#tree.unreadable]
    if (this.#retryFrom >= all.length) this.#retryFrom = 0
    const some = all.slice(this.#retryFrom, this.#retryFrom + retries)
    this.#retryFrom += some.length
    await inParallel(some, async (image) => {
      const facts = await this.#disk.fileFacts(imageDiskPath(image))
      if (facts === undefined || !image.present) return
      if (facts.size === image.size && facts.mtimeMs === image.mtimeMs) return
      image.problem = undefined
      this.#tree.unreadable.delete(image)
      this.#tree.renew(image)
    })
  }

  #scanFolder(folder: Folder): void {
    const path = folderDiskPath(folder)
    try {
      this.#note(folder, this.#disk.folderFactsSync(path))
      const { added } = this.#compare(folder, this.#disk.namesSync(path))
      for (const child of added) this.#scanFolder(child)
    } catch (error) {
      if (folder.parent === undefined) throw error
      folder.settled = false
    }
  }
}

function depth(folder: Folder): number {
  return folder.parent === undefined ? 0 : 1 + depth(folder.parent)
}

/**
 * Names in NFC to names on disk. Where two names differ only in their normal form, the one in NFC
 * is the one that a client can mean.
 */
function byVisibleName(diskNames: readonly string[]): Map<string, string> {
  const names = new Map<string, string>()
  for (const diskName of diskNames) {
    const name = diskName.normalize('NFC')
    if (name === diskName || !names.has(name)) names.set(name, diskName)
  }
  return names
}
