import { constants } from 'node:fs'
import { open, rename, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { systemCode } from '../../lib/system-error.ts'
import { ifThere, onDisk } from './file-system-error.ts'
import { syncRenamed } from './durable/link-or-rename.ts'
import type { ProcessFolder } from './processes/process-folder.ts'
import { syncFolder } from './durable/sync-folder.ts'
import { insideFolder, openFile } from './files/verified-open.ts'

/** A small file of the service's own. Links are not followed, wherever they are put in its way. */
export class StateFile {
  readonly #folder: ProcessFolder
  readonly #name: string

  constructor(folder: ProcessFolder, name: string) {
    this.#folder = folder
    this.#name = name
  }

  get #path(): string {
    return join(this.#folder.path, this.#name)
  }

  /** What was written last, `undefined` when there is nothing. */
  async read(): Promise<Uint8Array | undefined> {
    return ifThere(this.#path, async () => {
      const file = await openFile(this.#folder.root, this.#path)
      try {
        return await file.readFile()
      } finally {
        await file.close()
      }
    })
  }

  /**
   * Writes from a position on, and cuts off what there was behind it. After a power cut part of
   * that may be missing.
   */
  async writeAt(position: number, content: Uint8Array): Promise<void> {
    await this.#folder.verify()
    await onDisk(this.#path, () =>
      insideFolder(this.#folder.root, this.#folder.path, async (inside) => {
        const { O_NOFOLLOW, O_WRONLY } = constants
        const file = await open(join(inside, this.#name), O_NOFOLLOW | O_WRONLY)
        try {
          await file.truncate(position)
          for (let done = 0; done < content.length;) {
            const left = content.length - done
            done += (await file.write(content, done, left, position + done)).bytesWritten
          }
          await file.datasync()
        } finally {
          await file.close()
        }
      }),
    )
  }

  /** Replaces the content; after a power cut the file holds either the old or the new one. */
  async write(content: Uint8Array | string): Promise<void> {
    await this.#folder.verify()
    await onDisk(this.#path, () =>
      insideFolder(this.#folder.root, this.#folder.path, async (inside, folder) => {
        const path = join(inside, this.#name)
        const temporary = `${path}.new`
        await unlink(temporary).catch((error: unknown) => {
          if (systemCode(error) !== 'ENOENT') throw error
        })
        const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = constants
        const file = await open(temporary, O_CREAT | O_EXCL | O_NOFOLLOW | O_WRONLY, 0o644)
        try {
          await file.writeFile(content)
          await file.sync()
        } finally {
          await file.close()
        }
        await rename(temporary, path)
        await syncRenamed(path)
        await syncFolder(folder)
      }),
    )
  }
}
