import { lstat, rename, unlink, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import { sampleOf, type ByteSource, type ReadAt } from '../../formats/byte-reader.ts'
import { ignoreSystemError } from '../../lib/system/system-error.ts'
import { acrossDisks, linkOrRename, syncRenamed } from '../durable/link-or-rename.ts'
import { asUnfitName, goneError, ifThere, isFull, named, onDisk } from '../file-system-error.ts'
import { fileFactsOf, type FileFacts } from '../files/facts.ts'
import { atPath, openFile, readFully } from '../files/verified-open.ts'

const compareBytes = 256 * 1024

/** Frees some bytes on the disk; false where it can't. */
export type MakeRoom = (bytes: number) => Promise<boolean>

interface StagedFileOptions {
  /** Of the disk. */
  root: string
  /** Relative to it. */
  path: string
  /** The file, open for reading and writing. */
  handle: FileHandle
  makeRoom: MakeRoom
}

/** A file being received. */
export class StagedFile implements ByteSource {
  readonly #options: Readonly<StagedFileOptions>
  readonly #path: string
  readonly #handle: FileHandle
  #sample: Promise<bigint> | undefined
  size = 0

  constructor(options: StagedFileOptions) {
    this.#options = options
    this.#path = options.path
    this.#handle = options.handle
  }

  /** Appends bytes, which may be reused by the caller afterwards. */
  async write(bytes: Uint8Array): Promise<void> {
    await onDisk(this.#path, async () => {
      for (let done = 0; done < bytes.length;) {
        const written = await this.#writeSome(bytes.subarray(done))
        done += written
        this.size += written
      }
    })
  }

  async #writeSome(bytes: Uint8Array): Promise<number> {
    try {
      return (await this.#handle.write(bytes, 0, bytes.length, this.size)).bytesWritten
    } catch (error) {
      if (!isFull(error) || !(await this.#options.makeRoom(bytes.length))) throw error
      return this.#writeSome(bytes)
    }
  }

  readonly read: ReadAt = (into, position) =>
    onDisk(this.#path, async () => {
      return (await this.#handle.read(into, 0, into.length, position)).bytesRead
    })

  /** Gives the file a mode, where the disk has those, and a modification time in milliseconds. */
  async setAttributes(mode: number, mtimeMs: number): Promise<void> {
    await onDisk(this.#path, async () => {
      await this.#handle.chmod(mode & 0o777).catch(() => undefined)
      await this.#handle.utimes(new Date(), mtimeMs / 1000)
    })
  }

  /** Waits until every byte is on the disk, then closes the file. */
  async seal(): Promise<void> {
    await onDisk(this.#path, async () => {
      await this.#handle.sync()
      await this.#handle.close()
    })
  }

  /**
   * Gives the sealed file a path, at once and whole. The caller syncs the folder.
   * @param path relative to the root.
   * @param link leads there, whatever becomes of the name of the folder.
   * @returns false when the path is taken; nothing is ever overwritten.
   */
  async publish(path: string, link: string): Promise<boolean> {
    return onDisk(path, () =>
      this.#inFolder(async (staged) => {
        try {
          return await acrossDisks(staged, link, (from) => linkOrRename(from, link))
        } catch (error) {
          await lstat(staged)
          throw named(await asUnfitName(error, dirname(link)), path)
        }
      }),
    )
  }

  /**
   * Puts the sealed file in the place of another one, at once and whole. The caller syncs the folder.
   * @param path relative to the root.
   * @param link leads there, whatever becomes of the name of the folder.
   * @param expected what the other one is like.
   * @throws FILE_SYSTEM_ERROR, as of something that is gone, where another one is there by now.
   */
  async replace(path: string, link: string, expected: FileFacts): Promise<void> {
    await onDisk(path, () =>
      this.#inFolder(async (staged) => {
        await acrossDisks(staged, link, async (from) => {
          const { size, mtimeMs } = fileFactsOf(await lstat(link))
          if (size !== expected.size || mtimeMs !== expected.mtimeMs) {
            throw goneError(`'${path}' was replaced`)
          }
          await rename(from, link).catch((error: unknown) => {
            throw named(error, path)
          })
        })
        await syncRenamed(link)
      }),
    )
  }

  /** Takes back the link that `publish` gave, so that the file can get another one. */
  async withdraw(link: string): Promise<void> {
    await onDisk(this.#path, () =>
      this.#inFolder(async (staged) => {
        const own = await lstat(staged).catch(() => undefined)
        await (own === undefined ? rename(link, staged) : unlink(link))
      }),
    )
  }

  /** Whether a file of the collection holds the same bytes as this sealed one. */
  async equals(path: string): Promise<boolean> {
    await using staged = await onDisk(this.#path, () => this.#openAgain())
    const isEqual = await ifThere(path, async () => {
      await using other = await openFile(this.#options.root, path)
      return await sameBytes(staged, other)
    })
    return isEqual ?? false
  }

  /** A sample of the content of this sealed file. */
  async sample(): Promise<bigint> {
    return (this.#sample ??= onDisk(this.#path, async () => {
      await using handle = await this.#openAgain()
      const read: ReadAt = (into, position) => readFully(handle, into, position)
      return await sampleOf({ size: this.size, read })
    }))
  }

  /** Forgets the file. It is harmless to call this twice, or after publishing. */
  async discard(): Promise<void> {
    // A network mount may report a full disk only when a file is closed.
    await this.#handle.close().catch(ignoreSystemError)
    await this.#inFolder((staged) => unlink(staged)).catch(ignoreSystemError)
  }

  #openAgain(): Promise<FileHandle> {
    return openFile(this.#options.root, this.#path)
  }

  /** Runs work with a path that leads to the file while it has no other. */
  #inFolder<T>(work: (staged: string) => Promise<T>): Promise<T> {
    return atPath(this.#options.root, this.#path, work)
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
