import {
  access,
  constants,
  lstat,
  mkdir,
  readdir,
  realpath,
  rmdir,
  unlink,
  type FileHandle,
} from 'node:fs/promises'
import { lstatSync, readdirSync, type Dirent, type Stats } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { AppError } from '../../errors.ts'
import { fileNames } from '../file-names.ts'
import { foldCase, isVisibleName, privateFolder } from '../paths.ts'
import type { ByteSource } from '../../formats/byte-reader.ts'
import { systemCode } from '../../lib/system-error.ts'
import { asUnfitName, ifThere, onDisk } from './file-system-error.ts'
import { readTraits, type FileSystemTraits } from './file-system-traits.ts'
import { openFolderOf } from './open-folder.ts'
import { mountPointOf } from './mount-point.ts'
import { ensureDiskId, preparePrivateFolder, readDiskId } from './processes/private-folder.ts'
import { once } from '../../lib/once.ts'
import { handlePath, insideFolder, openFile } from './verified-open.ts'
import { readFolderWhenFree } from './shortage/when-free.ts'
import { cachedFacts } from './stalls/cached-facts.ts'
import { callLimit } from './stalls/call-limit.ts'
import { RecentReads } from './stalls/recent-reads.ts'
import { isResident } from './stalls/resident-pages.ts'
import { syncFolder } from './durable/sync-folder.ts'

/** The names of a folder that belong to the collection, as the disk has them. */
export interface FolderNames {
  folders: string[]
  images: string[]
  /** Whether a file says that nothing in the folder is to be shown. */
  isHidden: boolean
}

/** A file of this name hides what is in its folder from Android's galleries, and from frames. */
const hidingName = '.nomedia'

export interface FileFacts {
  size: number
  mtimeMs: number
}

export interface FolderFacts {
  inode: number
  mtimeMs: number
  createdMs: number
}

/** An image opened for sending: what it holds stays the same picture until it is released. */
export interface OpenedFile extends FileFacts, ByteSource {
  body: Blob
  /**
   * Gives a range of the bytes, read away from the main thread, where Bun opens and sends a `body`:
   * a slow disk would hold that up. Releases the file at the end.
   */
  stream?: (first: number, last: number) => ReadableStream<Uint8Array>
  /**
   * Reads the file to its end, away from the main thread, which sends it. So a bad sector is met
   * before the first byte has been sent, and nobody else waits while the disk takes its time.
   * @throws FILE_SYSTEM_ERROR; BUSY when the disk does not answer.
   */
  readThrough: () => Promise<void>
  /**
   * Has the system read the file into its memory, unless it is there. Then the main thread can send
   * it even if the disk stops to answer.
   * @throws FILE_SYSTEM_ERROR; BUSY when the disk does not answer.
   */
  cache: () => Promise<void>
  descriptor: number
  release: () => Promise<void>
}

/**
 * How long the system keeps a file that it has read, where it doesn't say whether it has it, and how
 * long what it says is believed, in milliseconds.
 */
const [readFor, lookFor] = [10_000, 250]

/** Where the uploads directory lies. */
interface Place {
  device: number
  mountPoint: string
  /** By which the service knows the disk; `undefined` for one that it has never written to. */
  id: string | undefined
  /** Whether nothing may be stored on the disk that the system itself is on. */
  requireMount?: boolean
}

interface DiskOptions {
  root: string
  place: Place
  traits: FileSystemTraits
  readOnly: unknown
  isAbsent?: boolean
}

/**
 * The uploads directory. All paths are relative to it, with forward slashes, and made of names
 * that the disk gave or `paths.ts` accepted. What the disk refuses is `FILE_SYSTEM_ERROR`.
 */
export class Disk {
  readonly root: string
  /** Why nothing can be written, if nothing can. */
  readonly readOnly: unknown
  readonly traits: FileSystemTraits
  readonly #limit = callLimit()
  readonly #recentReads = new RecentReads(readFor)
  readonly #recentLooks = new RecentReads(lookFor)
  readonly #cachedFacts = cachedFacts()
  /** How many files are open for reading. */
  openFiles = 0
  /** Whether no disk is mounted though one has to be. */
  readonly isAbsent: boolean
  readonly #place: Place
  #device: number | undefined
  #onReplaced: () => void = () => undefined

  private constructor({ root, place, traits, readOnly, isAbsent = false }: DiskOptions) {
    this.root = root
    this.#place = place
    this.#device = isAbsent ? undefined : place.device
    this.traits = traits
    this.readOnly = readOnly
    this.isAbsent = isAbsent
  }

  /**
   * Opens the uploads directory as it is, to look at it only.
   * @throws FILE_SYSTEM_ERROR when it is missing or can't be read.
   */
  static async openAsIs(path: string): Promise<Disk> {
    return onDisk(async () => {
      const root = await realpath(path)
      await access(`${root}/.`, constants.R_OK | constants.X_OK)
      const place = await readPlace(root)
      return new Disk({ root, place, traits: await readTraits(root), readOnly: undefined })
    })
  }

  /**
   * Opens the uploads directory and creates it where it is missing.
   * @param requireMount creates nothing unless it lies on a disk that was mounted for it.
   * @throws UnusableFolderError.
   */
  static async open(path: string, requireMount = false): Promise<Disk> {
    if (requireMount && !(await isMounted(path))) return Disk.#absent(path)
    const root = await openFolderOf('uploads', path, constants.R_OK)
    const readOnly: unknown = await preparePrivateFolder(root).then(
      () => undefined,
      (error: unknown) => error,
    )
    const own = readOnly === undefined ? join(root, privateFolder) : undefined
    if (own !== undefined) await ensureDiskId(root)
    const place = { ...(await readPlace(root)), requireMount }
    return new Disk({ root, place, traits: await readTraits(root, own), readOnly })
  }

  static async #absent(path: string): Promise<Disk> {
    const root = resolve(path)
    const place = { device: 0, mountPoint: '/', id: undefined, requireMount: true }
    const traits = await readTraits('/')
    return new Disk({ root, place, traits, readOnly: notMounted(), isAbsent: true })
  }

  /**
   * Calls back when another disk has taken the place of this one, which from then on answers
   * everything with `FILE_SYSTEM_ERROR`; again in each check until somebody opens the new one.
   */
  onReplaced(callback: () => void): void {
    this.#onReplaced = callback
  }

  /**
   * Looks whether the uploads directory is there, on the disk that it was on. A disk that is
   * unmounted leaves its mount point behind, which lies on the disk around it; one that is mounted
   * takes the place of what was there before.
   * @throws FILE_SYSTEM_ERROR when it is not.
   */
  async checkRoot(): Promise<void> {
    // The folder inside it: one that may not be entered is as good as gone.
    const stat = await onDisk(() => lstat(`${this.root}/.`).catch(this.#whyMissing))
    if (stat.dev === this.#device) return
    const { requireMount, mountPoint, id } = this.#place
    const found = await onDisk(() => readPlace(this.root))
    if (id !== undefined && found.id === id) {
      this.#device = found.device
      return
    }
    if (requireMount === true && found.mountPoint === '/') throw notMounted()
    if (found.mountPoint.length < mountPoint.length) throw notMounted()
    this.#onReplaced()
    throw new AppError('FILE_SYSTEM_ERROR', 'Another disk is being read. Try again in a moment.')
  }

  /** Looks whether the uploads directory is missing because another disk was mounted above it. */
  readonly #whyMissing = async (error: unknown): Promise<never> => {
    const mountPoint = await mountPointOf(this.root)
    const isReplaced =
      mountPoint !== '/' &&
      mountPoint.length >= this.#place.mountPoint.length &&
      (await lstat(mountPoint)).dev !== this.#device
    if (isReplaced) this.#onReplaced()
    throw this.isAbsent && !isReplaced ? notMounted() : error
  }

  /**
   * Makes the service's own folder again where somebody has deleted it; never at an unmounted
   * disk's mount point, which would then pass for an empty collection.
   */
  async restorePrivateFolder(): Promise<void> {
    await this.checkRoot()
    await onDisk(() => preparePrivateFolder(this.root))
  }

  /** What a folder holds of the collection. `undefined` when it is not there. */
  async names(path: string): Promise<FolderNames | undefined> {
    return ifThere(async () => sortOut(await this.#entries(path)))
  }

  /** Like `names`, with all files in place of the images, whatever they are called. */
  async allNames(path: string): Promise<{ folders: string[]; files: string[] } | undefined> {
    return ifThere(async () => {
      const entries = await this.#entries(path)
      const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name)
      return { folders: sortOut(entries).folders, files }
    })
  }

  #entries(path: string): Promise<Dirent[]> {
    return insideFolder(this.root, path, readFolderWhenFree)
  }

  /** Like `names`, at once: for a start, when nobody waits for anything else. */
  namesSync(path: string): FolderNames {
    return sortOut(readdirSync(join(this.root, path), { withFileTypes: true }))
  }

  /** Like `folderFacts`, at once. */
  folderFactsSync(path: string): FolderFacts {
    return factsOf(lstatSync(join(this.root, path)))
  }

  /** A folder's facts, `undefined` when there is no such folder. */
  async folderFacts(path: string): Promise<FolderFacts | undefined> {
    return ifThere(async () => {
      const stat = this.traits.isSlow
        ? await insideFolder(this.root, path, (_, handle) => handle.stat())
        : await lstat(join(this.root, path))
      return stat.isDirectory() ? factsOf(stat) : undefined
    })
  }

  /**
   * Looks whether something other than a folder has a path.
   * @throws FILE_SYSTEM_ERROR, as of something that is gone, when that is not so.
   */
  async checkNoFolder(path: string): Promise<void> {
    await onDisk(async () => {
      const stat = await lstat(join(this.root, path))
      if (!stat.isDirectory()) return
      throw Object.assign(new Error(`${path} has come and gone`), { code: 'ENOENT' })
    })
  }

  /** A file's facts, `undefined` when there is no such regular file. */
  async fileFacts(path: string): Promise<FileFacts | undefined> {
    return ifThere(async () => {
      const stat = await this.#limit.run(() => this.#statFile(path))
      return stat.isFile() ? { size: stat.size, mtimeMs: asTime(stat.mtimeMs) } : undefined
    })
  }

  async #statFile(path: string): Promise<Stats> {
    if (!this.traits.isSlow) return lstat(join(this.root, path))
    const handle = await openFile(this.root, path)
    return handle.stat().finally(() => closed(handle))
  }

  /**
   * Gives the name that the disk has for what it finds under a name: they differ where it ignores
   * case. `undefined` when there is nothing.
   */
  async nameOnDisk(folder: string, name: string): Promise<string | undefined> {
    const names = await ifThere(async () =>
      insideFolder(this.root, folder, (inside) => readdir(inside)),
    )
    if (names?.includes(name) === true) return name
    return names?.find((each) => foldCase(each) === foldCase(name))
  }

  /**
   * Whether a file is known, at once, to be of this size and time still. False says only that it
   * has to be looked at: what the system does not have in memory would take a call of the disk.
   */
  isUnchanged(path: string, { size, mtimeMs }: FileFacts): boolean {
    if (this.traits.isSlow) return false
    const facts = this.#cachedFacts(`${this.root}/${path}`)
    return facts?.size === size && facts.mtimeMs === mtimeMs
  }

  /** Opens an image for sending, `undefined` when there is no such regular file. */
  async openFile(path: string): Promise<OpenedFile | undefined> {
    return ifThere(async () => {
      const open = () => openFile(this.root, path)
      const handle = await this.#limit.run(open, (late) => void closed(late))
      this.openFiles += 1
      const release = once(async () => {
        this.openFiles -= 1
        await closed(handle)
      })
      const stat = await handle.stat().catch(async (error: unknown) => {
        await release()
        throw error
      })
      if (!stat.isFile()) {
        await release()
        return undefined
      }
      const facts = { size: stat.size, mtimeMs: asTime(stat.mtimeMs) }
      const { size } = facts
      const content = `${path} ${size} ${facts.mtimeMs}`
      const read = (into: Uint8Array, position: number) =>
        onDisk(async () => {
          const { bytesRead } = await this.#limit
            .run(() => handle.read(into, 0, into.length, position))
            .catch((error: unknown) => Promise.reject(withPath(error, path)))
          return bytesRead
        })
      const readThrough = async () => {
        for (let position = 0; position < size;) {
          const bytesRead = await read(unwanted, position)
          if (bytesRead === 0) return
          position += bytesRead
        }
        this.#recentReads.add(content, size)
      }
      return {
        ...facts,
        read,
        readThrough,
        cache: async () => {
          if (this.#recentLooks.has(content)) return
          const wasRead = this.#recentReads.has(content)
          if (!wasRead || (await isResident(handle.fd, size)) === false) await readThrough()
          this.#recentLooks.add(content, size)
        },
        descriptor: handle.fd,
        body: Bun.file(handlePath(handle) ?? join(this.root, path)),
        ...(this.traits.isSlow ? { stream: streamOf(read, release) } : {}),
        release,
      }
    })
  }

  /** Makes a folder in a folder that is there, durably. False when it existed. */
  async makeFolder(path: string): Promise<boolean> {
    return onDisk(async () =>
      insideFolder(this.root, parentOf(path), async (parent, handle) => {
        try {
          await mkdir(join(parent, nameOf(path)))
        } catch (error) {
          if (systemCode(error) === 'EEXIST') return false
          throw await asUnfitName(error, parent)
        }
        await syncFolder(handle)
        return true
      }),
    )
  }

  /** Takes back a folder that was just made, if it is still empty. */
  async removeEmptyFolder(path: string): Promise<void> {
    await insideFolder(this.root, parentOf(path), async (parent) =>
      rmdir(join(parent, nameOf(path))),
    ).catch((error: unknown) => {
      if (systemCode(error) === undefined) throw error
    })
  }

  /** Deletes a regular file for good. Its size in bytes; `undefined` when it is not there. */
  async remove(path: string): Promise<number | undefined> {
    return ifThere(async () =>
      insideFolder(this.root, parentOf(path), async (parent) => {
        const target = join(parent, nameOf(path))
        const stat = await lstat(target)
        if (!stat.isFile()) return undefined
        await unlink(target)
        return stat.size
      }),
    )
  }
}

/** Reads where a folder lies. */
async function readPlace(root: string): Promise<Place> {
  const [{ dev }, mountPoint, id] = await Promise.all([
    lstat(`${root}/.`),
    mountPointOf(root),
    readDiskId(root),
  ])
  return { device: dev, mountPoint, id }
}

/** Whether a disk is mounted for a folder, which may be missing still. */
async function isMounted(path: string): Promise<boolean> {
  const root = await realpath(path).catch(() => resolve(path))
  return (await mountPointOf(root)) !== '/'
}

const notMounted = () =>
  new AppError(
    'FILE_SYSTEM_ERROR',
    'The disk of the uploads folder is not mounted. Mount it, then try again.',
  )

/** The folder part of a relative path; empty for the root. */
const parentOf = (path: string) => (path.includes('/') ? dirname(path) : '')

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)

/** The latest moment that a date can hold (ECMA-262, 21.4.1.1). */
const endOfTime = 8.64e15

/** Clamps times that no date can hold, which some file systems have. */
const asTime = (milliseconds: number) => Math.max(-endOfTime, Math.min(milliseconds, endOfTime))

const chunkSize = 256 * 1024

const streamOf =
  (read: ByteSource['read'], release: () => Promise<void>) => (first: number, last: number) => {
    let position = first
    return new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        const chunk = new Uint8Array(Math.min(chunkSize, last + 1 - position))
        const length =
          chunk.length === 0
            ? 0
            : await read(chunk, position).catch(async (error: unknown) => {
                await release()
                throw error
              })
        position += length
        if (length > 0) controller.enqueue(chunk.subarray(0, length))
        if (length > 0 && position <= last) return
        controller.close()
        await release()
      },
      cancel: release,
    })
  }

/** What is read only to see whether it can be; who reads at the same time may overwrite it. */
const unwanted = Buffer.allocUnsafeSlow(256 * 1024)

/** The system names no path where an open file can't be read. */
function withPath(error: unknown, path: string): unknown {
  const code = systemCode(error)
  if (code === undefined || !(error instanceof Error)) return error
  return Object.assign(new Error(`${error.message} of ${path}`), { code })
}

/** What was read is read, whatever closing a file says. */
const closed = (handle: FileHandle) => handle.close().catch(() => undefined)

const factsOf = ({ ino, mtimeMs, birthtimeMs }: Stats): FolderFacts => ({
  inode: ino,
  mtimeMs: asTime(mtimeMs),
  // Not every file system keeps the time of birth.
  createdMs: asTime(birthtimeMs > 0 ? birthtimeMs : mtimeMs),
})

function sortOut(entries: Dirent[]): FolderNames {
  const names: FolderNames = { folders: [], images: [], isHidden: false }
  for (const entry of entries) {
    if (entry.isFile()) {
      if (fileNames.isImage(entry.name)) names.images.push(entry.name)
      else if (entry.name === hidingName) names.isHidden = true
    } else if (entry.isDirectory() && isVisibleName(entry.name)) names.folders.push(entry.name)
  }
  return names
}
