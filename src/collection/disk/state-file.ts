import { open, readFile, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { privateFolder } from '../paths.ts'
import { ifThere, onDisk } from './file-system-error.ts'
import { syncFolder } from './sync-folder.ts'

/** A small file of the service's own in the hidden folder of the uploads directory. */
export class StateFile {
  readonly #path: string

  constructor(root: string, name: string) {
    this.#path = join(root, privateFolder, name)
  }

  /** What was written last, `undefined` when there is nothing. */
  async read(): Promise<Uint8Array | undefined> {
    return ifThere(() => readFile(this.#path))
  }

  /** Replaces the content; after a power cut the file holds either the old or the new one. */
  async write(content: Uint8Array | string): Promise<void> {
    await onDisk(async () => {
      const temporary = `${this.#path}.new`
      const file = await open(temporary, 'w')
      try {
        await file.writeFile(content)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(temporary, this.#path)
      const folder = await open(dirname(this.#path), 'r')
      try {
        await syncFolder(folder)
      } finally {
        await folder.close()
      }
    })
  }
}
