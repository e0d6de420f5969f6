import { constants } from 'node:fs'
import { link, mkdir, open, readdir, rename, rm, unlink, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { privateFolder } from '../paths.ts'
import type { ReadAt, ByteSource } from '../../formats/byte-reader.ts'
import type { Disk } from './disk.ts'
import { systemCode } from '../../lib/system-error.ts'
import { ifThere, onDisk } from './file-system-error.ts'
import { insideFolder, openFile } from './verified-open.ts'

const stagingFolder = `${privateFolder}/staging`
const compareBytes = 256 * 1024

/** What `link` answers where the file system has no hard links (FAT, some network mounts). */
const noLinks = new Set(['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK', 'EXDEV'])

/**
 * Files on their way into the collection. They are written in a hidden folder of the uploads
 * directory, so on the same file system, and get their name only when they are whole and on the
 * disk; until then nobody can see them, and after a crash they are swept away.
 */
export class Staging {
  readonly #disk: Disk
  readonly #root: string

  constructor(disk: Disk) {
    this.#disk = disk
    this.#root = disk.root
  }

  /** Removes what an earlier run left behind. */
  async clear(): Promise<void> {
    await onDisk(async () => {
      const folder = join(this.#root, stagingFolder)
      await mkdir(folder, { recursive: true })
      for (const name of await readdir(folder)) {
        await rm(join(folder, name), { recursive: true, force: true })
      }
    })
  }

  /** Makes an empty staged file. */
  async create(): Promise<StagedFile> {
    return (await ifThere(() => this.#open())) ?? this.#restoreAndOpen()
  }

  async #restoreAndOpen(): Promise<StagedFile> {
    await this.#disk.restorePrivateFolder()
    return onDisk(async () => {
      await mkdir(join(this.#root, stagingFolder)).catch((error: unknown) => {
        if (systemCode(error) !== 'EEXIST') throw error
      })
      return this.#open()
    })
  }

  async #open(): Promise<StagedFile> {
    const path = `${stagingFolder}/${crypto.randomUUID()}`
    const { O_CREAT, O_EXCL, O_NOFOLLOW, O_RDWR } = constants
    const handle = await open(join(this.#root, path), O_CREAT | O_EXCL | O_NOFOLLOW | O_RDWR, 0o644)
    return new StagedFile(this.#root, path, handle)
  }
}

/** A file being received. */
export class StagedFile implements ByteSource {
  readonly #root: string
  readonly #path: string
  #handle: FileHandle | undefined
  size = 0

  constructor(root: string, path: string, handle: FileHandle) {
    this.#root = root
    this.#path = path
    this.#handle = handle
  }

  /** Appends bytes, which may be reused by the caller afterwards. */
  async write(bytes: Uint8Array): Promise<void> {
    await onDisk(async () => {
      for (let done = 0; done < bytes.length;) {
        const written = await this.#handle?.write(bytes, done, bytes.length - done, this.size)
        if (written === undefined) return
        done += written.bytesWritten
        this.size += written.bytesWritten
      }
    })
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
   * Gives the sealed file its name in a folder, at once and whole.
   * @returns false when the name is taken; nothing is ever overwritten.
   */
  async publish(folder: string, name: string): Promise<boolean> {
    const staged = join(this.#root, this.#path)
    return onDisk(async () =>
      insideFolder(this.#root, folder, async (inside) => {
        const target = join(inside, name)
        try {
          await link(staged, target)
          return true
        } catch (error) {
          const code = systemCode(error) ?? ''
          if (code === 'EEXIST') return false
          if (!noLinks.has(code)) throw error
          return renameWithoutLinks(staged, target)
        }
      }),
    )
  }

  /** Whether a file of the collection holds the same bytes as this sealed one. */
  async equals(path: string): Promise<boolean> {
    const staged = await onDisk(() => openFile(this.#root, this.#path))
    try {
      return (await ifThere(() => this.#equals(staged, path))) ?? false
    } finally {
      await staged.close()
    }
  }

  /** Forgets the file. It is harmless to call this twice, or after publishing. */
  async discard(): Promise<void> {
    // A network mount may tell of a full disk only when a file is closed.
    for (const step of [() => this.#close(), () => unlink(join(this.#root, this.#path))]) {
      await step().catch((error: unknown) => {
        if (systemCode(error) === undefined) throw error
      })
    }
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

/** The name is first taken with an empty file, so that `rename` can replace nobody else's. */
async function renameWithoutLinks(staged: string, target: string): Promise<boolean> {
  try {
    await (await open(target, 'wx')).close()
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false
    throw error
  }
  try {
    await rename(staged, target)
    return true
  } catch (error) {
    await unlink(target)
    throw error
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
