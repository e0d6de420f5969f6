import { basename, join } from 'node:path'
import { AppError } from '../../errors.ts'
import { privateFolder } from '../paths.ts'
import type { Disk } from '../disk.ts'
import { ifThere, onDisk } from '../file-system-error.ts'
import { atPath } from '../files/verified-open.ts'
import { makeFolderInside } from '../processes/private-folder.ts'
import { openWhenFree } from '../shortage/when-free.ts'
import { stagingFolder } from './clear-staging.ts'
import { StagedFile, type MakeRoom } from './staged-file.ts'

/**
 * Files on their way into the collection. They are written in a hidden folder of the uploads
 * directory, so on the same file system, and get their name only when they are whole and on the
 * disk; until then nobody can see them, and after a crash they are swept away.
 */
export class Staging {
  readonly #disk: Disk
  readonly #owner: string
  readonly #folder: string
  readonly #makeRoom: MakeRoom

  /**
   * @param owner the folder of this process, relative to the root of the disk.
   * @param makeRoom is asked where the disk is full.
   */
  constructor(disk: Disk, owner: string, makeRoom: MakeRoom) {
    this.#disk = disk
    this.#makeRoom = makeRoom
    this.#owner = owner
    this.#folder = join(owner, stagingFolder)
  }

  /**
   * Makes an empty staged file.
   * @param makeRoom is asked in place of the usual one where the disk is full.
   * @throws FILE_SYSTEM_ERROR when the disk is away, read-only or full.
   */
  async create(makeRoom = this.#makeRoom): Promise<StagedFile> {
    await this.#disk.checkRoot()
    if (this.#disk.readOnly instanceof AppError) throw this.#disk.readOnly
    return (
      (await ifThere(this.#folder, () => this.#open(makeRoom))) ?? this.#restoreAndOpen(makeRoom)
    )
  }

  async #restoreAndOpen(makeRoom: MakeRoom): Promise<StagedFile> {
    const { root } = this.#disk
    await this.#disk.restorePrivateFolder()
    return onDisk(this.#folder, async () => {
      if (this.#owner !== privateFolder) {
        await makeFolderInside(root, privateFolder, basename(this.#owner))
      }
      await makeFolderInside(root, this.#owner, stagingFolder)
      return this.#open(makeRoom)
    })
  }

  async #open(makeRoom: MakeRoom): Promise<StagedFile> {
    const { root } = this.#disk
    const path = join(this.#folder, crypto.randomUUID())
    const handle = await atPath(root, path, (at) => openWhenFree(at, 'wx+', 0o644))
    return new StagedFile({ root, path, handle, makeRoom })
  }
}
