import { constants } from 'node:fs'
import { lstat, readdir, rename, rm, unlink, type FileHandle } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { AppError } from '../../errors.ts'
import { sampleOf, type ByteSource, type ReadAt } from '../../formats/byte-reader.ts'
import { systemCode } from '../../lib/system-error.ts'
import { privateFolder } from '../paths.ts'
import type { Disk } from './disk.ts'
import { asUnfitName, ifThere, onDisk } from './file-system-error.ts'
import { openWhenFree } from './shortage/when-free.ts'
import { linkOrRename } from './durable/link-or-rename.ts'
import { makeFolderInside } from './processes/private-folder.ts'
import { processFolderPath } from './processes/process-folder.ts'
import { UploadsLock } from './processes/uploads-lock.ts'
import { insideFolder, openFile } from './files/verified-open.ts'

/** How old, in milliseconds, a file that may be in flight has to be before a start removes it. */
const abandonedAfter = 3_600_000

const compareBytes = 256 * 1024

/** Frees some bytes on the disk; false where it can't. */
export type MakeRoom = (bytes: number) => Promise<boolean>

/**
 * Files on their way into the collection. They are written in a hidden folder of the uploads
 * directory, so on the same file system, and get their name only when they are whole and on the
 * disk; until then nobody can see them, and after a crash they are swept away.
 */
export class Staging {
  readonly #disk: Disk
  readonly #owner: string
  readonly #folder: string
  readonly #lock: UploadsLock
  readonly #makeRoom: MakeRoom

  /**
   * @param owner the folder of this process, relative to the root of the disk.
   * @param makeRoom is asked where the disk is full.
   */
  constructor(disk: Disk, owner: string, makeRoom: MakeRoom = async () => false) {
    this.#disk = disk
    this.#makeRoom = makeRoom
    this.#owner = owner
    this.#folder = join(owner, 'staging')
    this.#lock = new UploadsLock(disk.root, owner)
  }

  /**
   * Removes what a run before has left behind, but nothing of a process that runs still.
   * @param onError receives the error of each file and folder that can't be cleared.
   */
  async clear(onError: (error: unknown) => void): Promise<void> {
    await onDisk(async () => {
      await this.#makeFolder()
      if ((await this.#names()).length === 0) return
      await this.#lock.whileUnused(async (isCertain) => {
        for (const name of await this.#names()) {
          await this.#clearOne(name, isCertain).catch(onError)
        }
      })
    })
  }

  /**
   * Makes an empty staged file.
   * @throws FILE_SYSTEM_ERROR when the disk is away, read-only or full.
   */
  async create(): Promise<StagedFile> {
    await this.#disk.checkRoot()
    if (this.#disk.readOnly instanceof AppError) throw this.#disk.readOnly
    return (await ifThere(() => this.#open())) ?? this.#restoreAndOpen()
  }

  /** Lets the next start clear what is in flight still. */
  close(): Promise<void> {
    return this.#lock.close()
  }

  #names(): Promise<string[]> {
    return insideFolder(this.#disk.root, this.#folder, (inside) => readdir(inside))
  }

  async #clearOne(name: string, isCertain: boolean): Promise<void> {
    await insideFolder(this.#disk.root, this.#folder, async (inside) => {
      const path = join(inside, name)
      const isAbandoned = isCertain || Date.now() - (await lstat(path)).mtimeMs > abandonedAfter
      if (isAbandoned) await rm(path, { recursive: true, force: true })
    })
  }

  async #makeFolder(): Promise<void> {
    await makeFolderInside(this.#disk.root, this.#owner, 'staging')
  }

  async #restoreAndOpen(): Promise<StagedFile> {
    await this.#disk.restorePrivateFolder()
    return onDisk(async () => {
      if (this.#owner !== privateFolder) {
        await makeFolderInside(this.#disk.root, privateFolder, basename(this.#owner))
      }
      await this.#makeFolder()
      return this.#open()
    })
  }

  async #open(): Promise<StagedFile> {
    await this.#lock.acquire()
    const name = crypto.randomUUID()
    const { O_CREAT, O_EXCL, O_NOFOLLOW, O_RDWR } = constants
    try {
      const handle = await insideFolder(this.#disk.root, this.#folder, (inside) =>
        openWhenFree(join(inside, name), O_CREAT | O_EXCL | O_NOFOLLOW | O_RDWR, 0o644),
      )
      const path = { root: this.#disk.root, folder: this.#folder, name }
      return new StagedFile(path, handle, this.#makeRoom, () => this.#lock.release())
    } catch (error) {
      await this.#lock.release()
      throw error
    }
  }
}

/**
 * Removes what processes that have died left behind, in the folders of all of them.
 * @param onError receives the error of each file and folder that can't be cleared.
 */
export async function clearStaging(disk: Disk, onError: (error: unknown) => void): Promise<void> {
  const names = await onDisk(() =>
    insideFolder(disk.root, privateFolder, (inside) => readdir(inside)),
  )
  const numbers = names.filter((name) => /^\d+$/.test(name)).map(Number)
  for (const number of [1, ...numbers]) {
    await new Staging(disk, processFolderPath(privateFolder, number)).clear(onError).catch(onError)
  }
}

interface StagedPath {
  /** Of the disk. */
  root: string
  /** Relative to it. */
  folder: string
  name: string
}

/** A file being received. */
export class StagedFile implements ByteSource {
  readonly #root: string
  readonly #folder: string
  readonly #name: string
  readonly #makeRoom: MakeRoom
  #handle: FileHandle | undefined
  #sample: Promise<bigint> | undefined
  #onDiscarded: (() => Promise<void>) | undefined
  size = 0

  /** @param onDiscarded is called once, when nothing is left of the file. */
  constructor(
    { root, folder, name }: StagedPath,
    handle: FileHandle,
    makeRoom: MakeRoom,
    onDiscarded: () => Promise<void>,
  ) {
    this.#makeRoom = makeRoom
    this.#root = root
    this.#folder = folder
    this.#name = name
    this.#handle = handle
    this.#onDiscarded = onDiscarded
  }

  /** Appends bytes, which may be reused by the caller afterwards. */
  async write(bytes: Uint8Array): Promise<void> {
    await onDisk(async () => {
      for (let done = 0; done < bytes.length;) {
        const written = await this.#writeSome(bytes.subarray(done))
        if (written === undefined) return
        done += written
        this.size += written
      }
    })
  }

  async #writeSome(bytes: Uint8Array): Promise<number | undefined> {
    try {
      return (await this.#handle?.write(bytes, 0, bytes.length, this.size))?.bytesWritten
    } catch (error) {
      const isFull = systemCode(error) === 'ENOSPC' && (await this.#makeRoom(bytes.length))
      if (!isFull) throw error
      return this.#writeSome(bytes)
    }
  }

  readonly read: ReadAt = (into, position) =>
    onDisk(async () => {
      const read = await this.#handle?.read(into, 0, into.length, position)
      return read?.bytesRead ?? 0
    })

  /** Waits until every byte is on the disk, then closes the file. */
  async seal(): Promise<void> {
    await onDisk(async () => {
      await this.#handle?.sync()
      await this.#close()
    })
  }

  /**
   * Gives the sealed file a path, at once and whole. The caller syncs the folder.
   * @returns false when the path is taken; nothing is ever overwritten.
   */
  async publish(path: string): Promise<boolean> {
    return onDisk(async () =>
      insideFolder(this.#root, this.#folder, async (from) =>
        this.#giveName(join(from, this.#name), path),
      ),
    )
  }

  async #giveName(from: string, to: string): Promise<boolean> {
    try {
      return await linkOrRename(from, to)
    } catch (error) {
      await lstat(from)
      throw await asUnfitName(error, dirname(to))
    }
  }

  /** Takes back the path that `publish` gave, so that the file can get another one. */
  async withdraw(path: string): Promise<void> {
    await onDisk(() =>
      insideFolder(this.#root, this.#folder, async (folder) => {
        const staged = join(folder, this.#name)
        const isLinked = await lstat(staged).then(
          () => true,
          () => false,
        )
        await (isLinked ? unlink(path) : rename(path, staged))
      }),
    )
  }

  /** Whether a file of the collection holds the same bytes as this sealed one. */
  async equals(path: string): Promise<boolean> {
    const staged = await onDisk(() => openFile(this.#root, join(this.#folder, this.#name)))
    try {
      return (await ifThere(() => this.#equals(staged, path))) ?? false
    } finally {
      await staged.close()
    }
  }

  /** A sample of the content of this sealed file. */
  async sample(): Promise<bigint> {
    this.#sample ??= this.#readSample()
    return this.#sample
  }

  /** Forgets the file. It is harmless to call this twice, or after publishing. */
  async discard(): Promise<void> {
    const onDiscarded = this.#onDiscarded
    this.#onDiscarded = undefined
    // A network mount may report a full disk only when a file is closed.
    for (const step of [() => this.#close(), () => this.#unlink(), () => onDiscarded?.()]) {
      await step()?.catch((error: unknown) => {
        if (systemCode(error) === undefined) throw error
      })
    }
  }

  #unlink(): Promise<void> {
    return insideFolder(this.#root, this.#folder, (inside) => unlink(join(inside, this.#name)))
  }

  #readSample(): Promise<bigint> {
    return onDisk(async () => {
      const handle = await openFile(this.#root, join(this.#folder, this.#name))
      const read: ReadAt = async (into, position) =>
        (await handle.read(into, 0, into.length, position)).bytesRead
      try {
        return await sampleOf({ size: this.size, read })
      } finally {
        await handle.close()
      }
    })
  }

  async #equals(staged: FileHandle, path: string): Promise<boolean> {
    const other = await openFile(this.#root, path)
    try {
      return await sameBytes(staged, other)
    } finally {
      await other.close()
    }
  }

  async #close(): Promise<void> {
    const handle = this.#handle
    this.#handle = undefined
    await handle?.close()
  }
}

async function sameBytes(one: FileHandle, other: FileHandle): Promise<boolean> {
  const [first, second] = [Buffer.alloc(compareBytes), Buffer.alloc(compareBytes)]
  for (let position = 0; ;) {
    const [a, b] = await Promise.all([
      readFully(one, first, position),
      readFully(other, second, position),
    ])
    if (a !== b || !first.subarray(0, a).equals(second.subarray(0, b))) return false
    if (a < compareBytes) return true
    position += a
  }
}

/** A read may give less than was asked for before the end of the file. */
async function readFully(handle: FileHandle, buffer: Buffer, position: number): Promise<number> {
  let done = 0
  while (done < buffer.length) {
    const { bytesRead } = await handle.read(buffer, done, buffer.length - done, position + done)
    if (bytesRead === 0) break
    done += bytesRead
  }
  return done
}
