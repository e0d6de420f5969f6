import type { Permission } from '../library/permission.ts'
import { AppError } from '../errors.ts'
import type { Turn } from '../formats/format.ts'
import { allOrNothing } from '../lib/all-or-nothing.ts'
import { Mutex } from '../lib/waiting/mutex.ts'
import type { Components } from './components.ts'
import { isGone } from '../disk/file-system-error.ts'
import { parseNewFolderPath } from '../disk/paths.ts'
import type { CreatedFolder, Rotation, RotationResult, UploadResult } from '../uploads/results.ts'
import { invalidFolderName, makeFolder } from '../uploads/make-folder.ts'
import { turnImage } from '../uploads/turn-image.ts'
import { openGuest, type Sender } from '../uploads/guest.ts'
import { publish } from '../uploads/publisher.ts'
import type { Reception } from '../uploads/reception.ts'

/** How often a change is made when other processes move or delete meanwhile what it works on. */
const maxAttempts = 100

/** What changes are made with. */
type Parts = Components & { permission: Permission }

/** A change, and what it is to change. */
export type Change<Sent extends unknown[], T> = (parts: Parts, ...sent: Sent) => Promise<T>

/**
 * Changes the collection, one change at a time. Each asks for the caller's permission just before
 * it begins, since a caller may lose it while the change waits for others.
 */
export class Changes {
  readonly #options: Components
  readonly #mutex = new Mutex()

  constructor(options: Components) {
    this.#options = options
  }

  /**
   * Makes one change, once those before it are made.
   * @param change may be made again where other processes move or delete meanwhile what it works on.
   * @throws what the permission does, FILE_SYSTEM_ERROR.
   */
  async run<Sent extends unknown[], T>(
    change: Change<Sent, T>,
    permission: Permission,
    ...sent: Sent
  ): Promise<T> {
    const { scanner, disk, marks } = this.#options
    return this.#mutex.run(async () => {
      await scanner.ensureFresh()
      for (let attempt = 1; ; attempt += 1) {
        // The last check may be from before the disk was unmounted.
        await disk.checkRoot()
        // What another process has just marked moves with its pictures.
        await marks.refresh()
        permission()
        try {
          return await change({ ...this.#options, permission }, ...sent)
        } catch (error) {
          if (attempt === maxAttempts || !isGone(error)) throw error
        }
      }
    })
  }

  /**
   * Creates a folder, and those above it where they are missing.
   * @throws INVALID_FOLDER_NAME, FILE_SYSTEM_ERROR.
   */
  async createFolder(path: string, permission: Permission): Promise<CreatedFolder> {
    const { disk, clock } = this.#options
    const segments = newFolderPath(path)
    if (segments.length === 0) throw invalidFolderName('Give the folder a name.')
    const make = () =>
      allOrNothing(async (onFailure) => {
        let exists = true
        const folder = await makeFolder(this.#options, segments, (undo) => {
          exists = false
          onFailure(undo)
        })
        const facts = await disk.folderFacts(folder.diskPath)
        return {
          folderPath: folder.path,
          folderName: folder.name,
          parentPath: folder.parent?.path ?? '',
          created: new Date(facts?.createdMs ?? clock()).toISOString(),
          exists,
        }
      })
    return this.run(make, permission)
  }

  /**
   * Publishes received files into a folder, all or none of them. They survive a power cut from
   * then on.
   * @param path the folder, which is created where it is missing; unless given that of the
   * invitation, or the root.
   * @param sender the guest who sends them, if one does.
   * @throws INVALID_FOLDER_NAME, NO_FILES, FILE_SIZE_EXCEEDED, INVALID_FILE_TYPE, FILE_SYSTEM_ERROR;
   * INVALID_REQUEST, AUTHENTICATION_REQUIRED, BUSY for what an invitation does not allow.
   */
  async publish(
    reception: Reception,
    path: string | undefined,
    permission: Permission,
    sender?: Sender,
  ): Promise<UploadResult> {
    const wanted = path === undefined ? undefined : newFolderPath(path)
    if (reception.isEmpty) throw new AppError('NO_FILES')
    await reception.finish()
    const { renditions } = this.#options
    const store = async () => {
      await renditions.whenIdle()
      // The caller may have lost it in this time, too.
      permission()
      const guest = sender && (await openGuest(this.#options, sender, wanted))
      const segments = guest ? newFolderPath(guest.folder) : (wanted ?? [])
      const uploadedFiles = await publish(this.#options, reception.files, segments, guest)
      return {
        uploadedFiles,
        folder: segments.join('/'),
        totalFiles: uploadedFiles.length,
        totalSize: uploadedFiles.reduce((sum, { size }) => sum + size, 0),
      }
    }
    return this.run(store, permission)
  }

  /**
   * Turns JPEGs clockwise by their EXIF orientation, and reports on each path. Their pixels, dates,
   * marks and places in rounds stay; each is whole at any moment, and survives a power cut. Other
   * changes come between two of them.
   * @param turn in degrees.
   * @throws FILE_SYSTEM_ERROR when the disk refuses one; the images before it are turned then.
   */
  async rotateImages(
    paths: readonly string[],
    turn: Turn,
    permission: Permission,
  ): Promise<RotationResult> {
    const records = new Map<string, Rotation>()
    for (const path of new Set(paths)) {
      records.set(path, await this.run(turnImage, permission, path, turn))
    }
    const rotatedImages = paths.flatMap((path) => records.get(path) ?? [])
    const totalRotated = [...records.values()].filter(({ status }) => status === 'rotated').length
    return { rotatedImages, totalRotated }
  }
}

/**
 * Reads the path of a folder that may be new.
 * @throws INVALID_FOLDER_NAME.
 */
export function newFolderPath(path: string): string[] {
  const segments = parseNewFolderPath(path)
  if (segments !== undefined) return segments
  throw invalidFolderName()
}
