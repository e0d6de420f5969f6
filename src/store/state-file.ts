import { constants, type BigIntStats } from 'node:fs'
import { open, rename, unlink, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { onCode } from '../lib/system/system-error.ts'
import { ifThere, onDisk } from '../disk/file-system-error.ts'
import { syncRenamed } from '../disk/durable/link-or-rename.ts'
import type { OwnFolder } from '../disk/processes/process-folder.ts'
import { syncFolder } from '../disk/durable/sync-folder.ts'
import { atPath, openFile, readFully } from '../disk/files/verified-open.ts'

/** Many times what the service writes: a file that is larger is damaged, or not the service's own. */
const maxBytes = 64 * 1024 ** 2

/** A small file of the service's own. Links are not followed, wherever they are put in its way. */
export class StateFile {
  readonly #folder: OwnFolder
  readonly #path: string

  constructor(folder: OwnFolder, name: string) {
    this.#folder = folder
    this.#path = join(folder.path, name)
  }

  /** What was written last, `undefined` when there is nothing. */
  async read(): Promise<Uint8Array | undefined> {
    return (await this.readFrom(() => 0))?.bytes
  }

  /**
   * Reads what the file holds from a position on; `undefined` when there is none, or far too much.
   * @param find gives the position in a file of these facts.
   */
  async readFrom(find: (stats: BigIntStats) => number) {
    return ifThere(this.#path, async () => {
      await using file = await openFile(this.#folder.root, this.#path)
      const stats = await file.stat({ bigint: true })
      if (stats.size > maxBytes) return undefined
      const position = find(stats)
      const bytes = Buffer.alloc(Number(stats.size) - position)
      const length = await readFully(file, bytes, position)
      return { bytes: bytes.subarray(0, length), position, stats }
    })
  }

  /**
   * Writes from a position on, and cuts off what there was behind it. After a power cut part of
   * that may be missing.
   */
  async writeAt(position: number, content: Uint8Array): Promise<void> {
    await this.#inFolder(async (path) => {
      await using file = await open(path, constants.O_NOFOLLOW | constants.O_WRONLY)
      await file.truncate(position)
      for (let done = 0; done < content.length;) {
        const left = content.length - done
        done += (await file.write(content, done, left, position + done)).bytesWritten
      }
      await file.datasync()
    })
  }

  /** Removes the file, if there is one. */
  async remove(): Promise<void> {
    await this.#inFolder(async (path, folder) => {
      await unlink(path)
      await syncFolder(folder)
    })
  }

  /** Replaces the content; after a power cut the file holds either the old or the new one. */
  async write(content: Uint8Array | string): Promise<void> {
    await this.#inFolder(async (path, folder) => {
      const temporary = `${path}.new`
      await unlink(temporary).catch(onCode('ENOENT', undefined))
      {
        await using file = await open(temporary, 'wx', 0o600)
        await file.writeFile(content)
        await file.sync()
      }
      await rename(temporary, path)
      await syncRenamed(path)
      await syncFolder(folder)
    })
  }

  /** Changes the file by its path in the folder, which stays the same meanwhile. */
  async #inFolder(change: (path: string, folder: FileHandle) => Promise<void>): Promise<void> {
    await this.#folder.verify()
    await onDisk(this.#path, () => atPath(this.#folder.root, this.#path, change))
  }
}
