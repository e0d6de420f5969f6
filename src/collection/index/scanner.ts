import type { Clock } from '../../lib/clock.ts'
import type { Disk } from '../disk/disk.ts'
import { isRefusal, isUnfitName } from '../disk/file-system-error.ts'
import type { FolderFacts } from '../disk/files/facts.ts'
import type { FolderNames } from '../disk/files/folder-names.ts'
import { forEachParallel } from '../../lib/limit.ts'
import { SingleFlight } from '../../lib/single-flight.ts'
import type { Prober } from './prober.ts'
import { byVisibleName, hasRoom, noRoom } from '../paths.ts'
import { RereadSchedule } from './reread-schedule.ts'
import { bumpVersions, joinPath, refused, type Folder, type Image } from './tree/nodes.ts'
import type { Tree } from './tree/tree.ts'

/** How old, in milliseconds, what is known of the disk may be. */
export const maxAge = 2000

/** How long a request waits for a check that is under way, on a disk that takes its time. */
const maxWait = 250

/** The service stops looking at the disk when nobody has asked for anything for so long. */
const restAfter = 60_000

/** Modification times count in steps of up to two seconds (FAT). */
const coarsestTime = 2500

/** How often a folder is read again at once when uploads and deletes come in between. */
const maxReads = 5

/** How many unreadable images are looked at again in one check. */
const retries = 1000

/** How many images of folders that have not changed are looked at again in one check. */
const verified = 500

/**
 * Keeps the tree true to the disk without file events, which network mounts don't send: while
 * somebody asks for pictures, every folder's modification time is looked at once in two seconds,
 * and only a folder that changed is read again.
 */
export class Scanner {
  readonly #tree: Tree
  readonly #disk: Disk
  readonly #prober: Prober
  readonly #clock: Clock
  readonly #onNotice: (notice: string) => void
  #checkedAt = Number.NEGATIVE_INFINITY
  #usedAt = Number.NEGATIVE_INFINITY
  #running: Promise<void> | undefined
  readonly #lookUps = new SingleFlight<Folder, void>()
  #startedAt = Number.NEGATIVE_INFINITY
  #timer: ReturnType<typeof setTimeout> | undefined
  #failure: unknown
  #retryFrom = 0
  /** Goes round all images, for those that were overwritten where they are. */
  #toVerify: Iterator<Image, void> | undefined
  readonly #rereads: RereadSchedule

  /** @param onNotice receives what the admin should know, in words. */
  constructor(
    tree: Tree,
    disk: Disk,
    prober: Prober,
    clock: Clock,
    onNotice: (notice: string) => void = () => undefined,
  ) {
    this.#onNotice = onNotice
    this.#tree = tree
    this.#disk = disk
    this.#prober = prober
    this.#clock = clock
    this.#rereads = new RereadSchedule(clock)
  }

  /** Reads the whole collection into the tree. */
  scan(): void {
    this.#checkedAt = this.#clock()
    this.#scanFolder(this.#tree.root)
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
      if (!isStalled) await this.#waitFor(check)
    }
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

  /**
   * Looks for a file that the tree does not have: another process may have stored and named it since
   * the last check. Reads the folder only when the file is there.
   * @param segments of its path.
   */
  async lookFor(segments: readonly string[]): Promise<void> {
    let folder = this.#tree.root
    const below = [...segments]
    for (const name of segments.slice(0, -1)) {
      const child = folder.folders.get(name)
      if (child === undefined) break
      folder = child
      below.shift()
    }
    const path = [folder.diskPath, ...below].filter((name) => name !== '').join('/')
    const facts = await this.#disk.fileFacts(path).catch((error: unknown) => {
      if (!isUnfitName(error)) throw error
    })
    if (facts === undefined) return
    // A check that is under way may know a folder already, but not what is in it.
    for (const name of below) {
      await this.#lookUps.run(folder, () => this.#checkFolder(folder))
      const child = folder.folders.get(name)
      if (child === undefined) return
      folder = child
    }
  }

  /** Ends the background checks. */
  stop(): void {
    clearTimeout(this.#timer)
    this.#usedAt = Number.NEGATIVE_INFINITY
  }

  async #waitFor(check: Promise<void>): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined
    const enough = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, maxWait)
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
    this.#startedAt = startedAt
    try {
      await this.#disk.checkRoot()
      await this.#checkFolders()
      await this.#retryUnreadable()
      await this.#probeMany(this.#nextToVerify())
      this.#failure = undefined
    } catch (error) {
      this.#failure = error
    }
    this.#checkedAt = startedAt
  }

  async #checkFolders(): Promise<void> {
    this.#rereads.begin()
    await forEachParallel(this.#tree.allFolders(), (folder) => this.#checkFolder(folder))
    this.#rereads.end()
  }

  async #checkFolder(folder: Folder): Promise<void> {
    try {
      await this.#checkReadableFolder(folder)
    } catch (error) {
      // One folder without permission, say, must not keep all others from being seen.
      if (folder.parent === undefined) throw error
      if (isRefusal(error)) this.#noteFaults(folder, [{ path: folder.path, error: refused }])
      folder.settled = false
    }
  }

  async #checkReadableFolder(folder: Folder): Promise<void> {
    if (!folder.present) return
    const path = folder.diskPath
    for (let reads = 0; reads < maxReads; reads += 1) {
      const { edits } = folder
      const now = this.#clock()
      const facts = await this.#disk.folderFacts(path)
      if (facts === undefined) return this.#removeFolder(folder)
      const changed = facts.mtimeMs !== folder.mtimeMs || facts.inode !== folder.inode
      const isReread = !changed && folder.settled
      if (isReread && !this.#rereads.includes(this.#disk.traits.showsChanges(facts.inode))) return
      const read = () => this.#disk.names(path)
      const names = await (isReread ? this.#rereads.run(read) : read())
      if (names === undefined) return this.#removeFolder(folder)
      await this.#tree.moves.settled()
      if (!folder.present) return undefined
      // An upload or delete came in between: the names may be from before it.
      if (edits !== folder.edits) continue
      this.#note(folder, facts, now)
      if (changed) bumpVersions(folder)
      await this.#update(folder, names)
      // Where one name has come or gone, a file may have taken the place of another under its name.
      return changed ? this.#probeMany([...folder.images.values()]) : undefined
    }
    folder.settled = false
  }

  /** A folder that seems gone may be all that is seen of a disk which is being unmounted. */
  async #removeFolder(folder: Folder): Promise<void> {
    await this.#tree.moves.settled()
    await this.#disk.checkRoot()
    // Nor may it count as gone when the disk has come back since.
    const isBack = (await this.#disk.folderFacts(folder.diskPath)) !== undefined
    if (isBack) folder.settled = false
    else this.#tree.removeFolder(folder)
  }

  /** @param now when the facts were asked for: what is changed later must be seen later. */
  #note(folder: Folder, { inode, mtimeMs }: FolderFacts, now: number): void {
    folder.inode = inode
    folder.mtimeMs = mtimeMs
    folder.settled = Math.abs(now - mtimeMs) > coarsestTime
  }

  async #update(folder: Folder, names: FolderNames): Promise<void> {
    for (const child of this.#compare(folder, names)) await this.#checkFolder(child)
  }

  /** Takes out what is gone and adds what is new. Gives the new folders. */
  #compare(folder: Folder, names: FolderNames): Folder[] {
    const folderNames = byVisibleName(names.folders)
    for (const child of folder.folders.values()) {
      if (folderNames.get(child.name) !== diskNameOf(child)) this.#tree.removeFolder(child)
    }
    const added: Folder[] = []
    const faults: Folder['faults'] = []
    for (const [name, diskName] of folderNames) {
      const path = joinPath(folder.path, name)
      if (!hasRoom(path)) faults.push({ path, error: noRoom })
      else if (!folder.folders.has(name)) added.push(this.#tree.addFolder(folder, name, diskName))
    }
    this.#noteFaults(folder, faults)
    this.#compareImages(folder, names.images)
    this.#tree.hideFolder(folder, names.isHidden)
    return added
  }

  /** Notes what is passed over, and gives notice of it once. */
  #noteFaults(folder: Folder, faults: Folder['faults']): void {
    const known = new Set(folder.faults.map(({ path }) => path))
    for (const { path, error } of faults) if (!known.has(path)) this.#onNotice(`${path}: ${error}`)
    folder.faults = faults
  }

  #compareImages(folder: Folder, diskNames: readonly string[]): void {
    // Nothing to compare: so a start finds nearly every folder.
    if (folder.images.size === 0 && diskNames.every(isVisibleAsIs)) {
      return this.#tree.addImages(folder, diskNames)
    }
    const imageNames = byVisibleName(diskNames)
    for (const image of folder.images.values()) {
      if (imageNames.get(image.name) !== diskNameOf(image)) this.#tree.removeImage(image)
    }
    for (const name of folder.images.keys()) imageNames.delete(name)
    this.#tree.addImages(folder, [...imageNames.keys()], imageNames)
  }

  /** A half-copied picture is tried again when it has grown, and dealt in the running rounds. */
  async #retryUnreadable(): Promise<void> {
    const all = [...this.#tree.unreadable]
    if (this.#retryFrom >= all.length) this.#retryFrom = 0
    const some = all.slice(this.#retryFrom, this.#retryFrom + retries)
    this.#retryFrom += some.length
    await forEachParallel(some, async (image) => void (await this.#prober.probeOneOfMany(image)))
  }

  /** Takes the next images on a way round all of them. */
  #nextToVerify(): Image[] {
    const images: Image[] = []
    while (images.length < verified) {
      this.#toVerify ??= imagesBelow(this.#tree.root)
      const { value } = this.#toVerify.next()
      if (value === undefined) {
        this.#toVerify = undefined
        break
      }
      images.push(value)
    }
    return images
  }

  /** Looks again at images that have been probed; the others come in their time. */
  async #probeMany(images: readonly Image[]): Promise<void> {
    const known = images.filter((image) => image.isIndexed)
    await forEachParallel(known, async (image) => void (await this.#prober.probeOneOfMany(image)))
  }

  #scanFolder(folder: Folder): void {
    const path = folder.diskPath
    try {
      const now = this.#clock()
      this.#note(folder, this.#disk.folderFactsSync(path), now)
      for (const child of this.#compare(folder, this.#disk.namesSync(path))) this.#scanFolder(child)
    } catch (error) {
      if (folder.parent === undefined) throw error
      if (isRefusal(error)) this.#noteFaults(folder, [{ path: folder.path, error: refused }])
      folder.settled = false
    }
  }
}

function* imagesBelow(folder: Folder): Generator<Image, void> {
  yield* folder.images.values()
  for (const child of folder.folders.values()) yield* imagesBelow(child)
}

const diskNameOf = ({ name, diskName }: { name: string; diskName: string | undefined }) =>
  diskName ?? name

const isVisibleAsIs = (diskName: string) => diskName.normalize('NFC') === diskName
