import type { Clock } from '../../lib/clock.ts'
import type { Disk } from '../../disk/disk.ts'
import { fileNames } from '../../disk/file-names.ts'
import { ignoring } from '../../errors.ts'
import { isRefusal, isTooLong, isUnfitName } from '../../disk/file-system-error.ts'
import { forEachParallel } from '../../lib/waiting/for-each.ts'
import { systemCode } from '../../lib/system/system-error.ts'
import { Queue } from '../../lib/waiting/queue.ts'
import { joinPath, noRoom, parsePath } from '../../disk/paths.ts'
import { FolderUpdater } from './folder-updater.ts'
import { imageRechecker, recheckKnown } from './image-rechecker.ts'
import type { LibraryParts } from '../library-parts.ts'
import type { Prober } from '../prober.ts'
import { RereadSchedule } from './reread-schedule.ts'
import { bumpVersions, refused, type Folder, type Image } from '../tree/nodes.ts'
import type { Tree } from '../tree/tree.ts'

/** How old, in milliseconds, what is known of the disk may be. */
export const maxAge = 2000

/** How long a request waits for a check that is under way, on a disk that takes its time. */
const maxWait = 250

/** The service stops looking at the disk when nobody has asked for anything for so long. */
const restAfter = 60_000

/** How long after a request there may well be a next one, in milliseconds. */
const askedFor = 5000

/** How often a folder is read again at once when uploads and deletes come in between. */
const maxReads = 5

interface ScannerOptions extends Omit<LibraryParts, 'scanner' | 'onError'> {
  /** Receives what the admin should know, in words. */
  onNotice: (notice: string) => void
}

/**
 * Keeps the tree true to the disk without file events, which network mounts don't send: while
 * somebody asks for pictures, the times of every folder are looked at once in two seconds,
 * and only a folder that changed is read again.
 */
export class Scanner {
  readonly #tree: Tree
  readonly #disk: Disk
  readonly #clock: Clock
  readonly #updater: FolderUpdater
  readonly #prober: Prober
  readonly #recheckSome: () => Promise<void>
  #checkedAt = Number.NEGATIVE_INFINITY
  #usedAt = Number.NEGATIVE_INFINITY
  readonly #looks = new Queue<void>()
  #startedAt = Number.NEGATIVE_INFINITY
  #timer: ReturnType<typeof setTimeout> | undefined
  #failure: unknown
  readonly #rereads: RereadSchedule

  constructor({ tree, disk, prober, clock, onNotice }: ScannerOptions) {
    this.#tree = tree
    this.#disk = disk
    this.#clock = clock
    this.#updater = new FolderUpdater(tree, onNotice)
    this.#prober = prober
    this.#recheckSome = imageRechecker(tree, prober)
    this.#rereads = new RereadSchedule(clock)
  }

  /** Whether somebody has asked for anything in the last few seconds. */
  get isAsked(): boolean {
    return Math.abs(this.#clock() - this.#usedAt) < askedFor
  }

  /** Reads the whole collection, and what the trash holds, into the tree. */
  scan(): void {
    this.#checkedAt = this.#clock()
    this.#scanFolder(this.#tree.root)
    const { trash } = this.#tree
    try {
      const { folders, files } = this.#disk.namesSync(trash.diskPath)
      this.#tree.addImages(trash, files)
      for (const id of folders) this.#scanFolder(this.#tree.addFolder(trash, id))
    } catch (error) {
      if (systemCode(error) === undefined) throw error
    }
  }

  /**
   * Makes sure that what the tree says is at most two seconds old, or as fresh as a slow disk lets
   * it be, and keeps it so while somebody asks.
   * @throws FILE_SYSTEM_ERROR while the uploads directory is not there.
   */
  async ensureFresh(): Promise<void> {
    this.#usedAt = this.#clock()
    // A clock that is set back must not put the next check off until it has caught up.
    if (Math.abs(this.#usedAt - this.#checkedAt) >= maxAge) {
      const check = this.check()
      // What takes that long waits for a disk that does not answer, and so would every request.
      const isStalled = Math.abs(this.#usedAt - this.#startedAt) > maxAge
      if (!isStalled) await Promise.race([check, Bun.sleep(maxWait)])
    }
    this.#schedule()
    if (this.#failure !== undefined) throw this.#failure
  }

  /** Looks at the disk again. One check runs at a time; who asks meanwhile gets that one. */
  async check(): Promise<void> {
    return this.#looks.run('all', {}, () => this.#check())
  }

  /**
   * Finds the image that a client's path names, also one that the tree does not have: another process
   * may have stored and named it since the last check. Reads its folder only when the file is there.
   */
  async findImage(path: string): Promise<Image | undefined> {
    const known = this.#tree.findImage(path)
    if (known !== undefined) return known
    const segments = parsePath(path)
    if (segments === undefined || !fileNames.isImage(path)) return undefined
    const { folder: nearest, below } = this.#tree.nearest(segments)
    const diskPath = joinPath(nearest.diskPath, below.join('/'))
    const facts = await this.#disk.fileFacts(diskPath).catch(ignoring(isUnfitName))
    if (facts === undefined) return undefined
    // A check that is under way may know a folder already, but not what is in it.
    let folder = nearest
    for (const name of below) {
      await this.#looks.run(folder, {}, () => this.#checkFolder(folder))
      const child = folder.folders.get(name)
      if (child === undefined) break
      folder = child
    }
    return this.#tree.imageAt(segments)
  }

  /** Ends the background checks. */
  stop(): void {
    clearTimeout(this.#timer)
    this.#usedAt = Number.NEGATIVE_INFINITY
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
    this.#startedAt = startedAt
    try {
      await this.#disk.checkRoot()
      this.#rereads.begin()
      await forEachParallel(this.#tree.allFolders(), (folder) => this.#checkFolder(folder))
      this.#rereads.end()
      await this.#recheckSome()
      this.#failure = undefined
    } catch (error) {
      this.#failure = error
    }
    this.#checkedAt = startedAt
  }

  #checkFolder(folder: Folder): Promise<void> {
    const checking = this.#checkReadableFolder(folder)
    return checking.catch((error: unknown) => this.#passOver(folder, error))
  }

  async #checkReadableFolder(folder: Folder): Promise<void> {
    if (!folder.present) return
    const path = folder.diskPath
    for (let reads = 0; reads < maxReads; reads += 1) {
      const { edits } = folder
      const now = this.#clock()
      const facts = await this.#disk.folderFacts(path)
      if (facts === undefined) return this.#removeFolder(folder)
      const { inode, mtimeMs, ctimeMs } = facts
      const hasNewTime = mtimeMs !== folder.mtimeMs || ctimeMs !== folder.ctimeMs
      const changed = hasNewTime || inode !== folder.inode
      const isReread = !changed && folder.hasStableTime
      if (isReread && !this.#rereads.includes(this.#disk.traits.showsChanges(inode))) return
      const read = () => this.#disk.names(path)
      const names = await (isReread ? this.#rereads.run(read) : read())
      if (names === undefined) return this.#removeFolder(folder)
      await this.#tree.moves.finished()
      if (!folder.present) return undefined
      // An upload or delete came in between: the names may be from before it.
      if (edits !== folder.edits) continue
      const isSame = inode === folder.inode
      this.#updater.noteFacts(folder, facts, now)
      if (changed) bumpVersions(folder)
      for (const child of this.#updater.takeIn(folder, names, isSame)) {
        await this.#checkFolder(child)
      }
      // Where one name has come or gone, a file may have taken the place of another under its name.
      return changed ? recheckKnown(this.#prober, folder.images.values()) : undefined
    }
    folder.hasStableTime = false
  }

  /** One folder without permission, say, must not keep all others from being seen. */
  #passOver(folder: Folder, error: unknown): void {
    if (folder.parent === undefined) throw error
    const reason = isTooLong(error) ? noRoom : refused
    if (isRefusal(error)) this.#updater.noteFaults(folder, [{ path: folder.path, error: reason }])
    folder.hasStableTime = false
  }

  /** A folder that seems gone may be all that is seen of a disk which is being unmounted. */
  async #removeFolder(folder: Folder): Promise<void> {
    await this.#tree.moves.finished()
    await this.#disk.checkRoot()
    // Nor may it count as gone when the disk has come back since.
    const isBack = (await this.#disk.folderFacts(folder.diskPath)) !== undefined
    if (isBack) folder.hasStableTime = false
    else this.#tree.removeFolder(folder)
  }

  #scanFolder(folder: Folder): void {
    const path = folder.diskPath
    try {
      const now = this.#clock()
      this.#updater.noteFacts(folder, this.#disk.folderFactsSync(path), now)
      const names = this.#disk.namesSync(path)
      for (const child of this.#updater.takeIn(folder, names)) this.#scanFolder(child)
    } catch (error) {
      this.#passOver(folder, error)
    }
  }
}
