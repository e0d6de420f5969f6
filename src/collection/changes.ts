import type { Clock } from '../lib/clock.ts'
import type { Permission } from '../library/permission.ts'
import { AppError } from '../errors.ts'
import type { Turn } from '../formats/format.ts'
import { allOrNothing } from '../lib/all-or-nothing.ts'
import { Mutex } from '../lib/waiting/mutex.ts'
import type { Components } from './components.ts'
import { isGone } from '../disk/file-system-error.ts'
import type { MarksChange } from '../library/marks.ts'
import { parseNewFolderPath } from '../disk/paths.ts'
import type { CreatedFolder, Rotation, RotationResult, UploadResult } from '../library/types.ts'
import { moveToTrash } from '../trash/move-to-trash.ts'
import { restoreItems } from '../trash/restore-items.ts'
import { removeFolder, renameFolder, setCover } from '../uploads/change-folders.ts'
import { deleteImages, markImages, moveImages } from '../uploads/change-images.ts'
import { invalidFolderName } from '../uploads/folder-maker.ts'
import { turnImage } from '../uploads/turn-image.ts'
import { openGuest, type Sender } from '../uploads/guest.ts'
import { takeBack } from '../trash/take-back.ts'
import type { Invitation, InvitationWish } from '../uploads/invitations.ts'
import type { Reception } from '../uploads/reception.ts'

/** How often a change is made when other processes move or delete meanwhile what it works on. */
const maxAttempts = 100

type Options = { clock: Clock } & Pick<
  Components,
  | 'disk'
  | 'tree'
  | 'scanner'
  | 'prober'
  | 'staging'
  | 'folderMaker'
  | 'publisher'
  | 'renditions'
  | 'marks'
  | 'invitations'
  | 'trash'
  | 'findings'
  | 'makeRoom'
  | 'lister'
>

/**
 * Changes the collection, one change at a time. Each asks for the caller's permission just before
 * it begins, since a caller may lose it while the change waits for others.
 */
export class Changes {
  readonly #options: Options
  readonly #mutex = new Mutex()

  constructor(options: Options) {
    this.#options = options
  }

  /**
   * Creates a folder, and those above it where they are missing.
   * @throws INVALID_FOLDER_NAME, FILE_SYSTEM_ERROR.
   */
  async createFolder(path: string, permission: Permission): Promise<CreatedFolder> {
    const { disk, folderMaker, clock } = this.#options
    const segments = newFolderPath(path)
    if (segments.length === 0) throw invalidFolderName('Give the folder a name.')
    return this.#run(permission, () =>
      allOrNothing(async (onFailure) => {
        let exists = true
        const folder = await folderMaker.make(segments, (undo) => {
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
      }),
    )
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
    const { publisher, renditions } = this.#options
    return this.#run(permission, async () => {
      await renditions.whenIdle()
      // The caller may have lost it in this time, too.
      permission()
      const guest = sender && (await openGuest(this.#options, sender, wanted))
      const segments = guest ? newFolderPath(guest.folder) : (wanted ?? [])
      const uploadedFiles = await publisher.publish(reception.files, segments, guest)
      return {
        uploadedFiles,
        folder: segments.join('/'),
        totalFiles: uploadedFiles.length,
        totalSize: uploadedFiles.reduce((sum, { size }) => sum + size, 0),
      }
    })
  }

  /**
   * Invites guests to a folder, which may be new.
   * @throws INVALID_FOLDER_NAME; INVALID_REQUEST where too many invitations live; FILE_SYSTEM_ERROR, BUSY.
   */
  async invite(
    wish: InvitationWish,
    permission: Permission,
  ): Promise<Invitation & { token: string }> {
    const folder = newFolderPath(wish.folder).join('/')
    return this.#run(permission, () => this.#options.invitations.add({ ...wish, folder }))
  }

  /**
   * Ends an invitation, with uploads in flight: what they store is taken back.
   * @throws INVITATION_NOT_FOUND, FILE_SYSTEM_ERROR, BUSY.
   */
  endInvitation(id: string, permission: Permission): Promise<void> {
    return this.#run(permission, () => this.#options.invitations.end(id))
  }

  /**
   * Moves to the trash, where there is one, what a guest has sent with a key in the last 15 minutes, as
   * long as it is the file that was stored. It counts for the invitation no more.
   * @returns how many images.
   * @throws AUTHENTICATION_REQUIRED, FILE_SYSTEM_ERROR, BUSY.
   */
  takeBack(invitation: string, key: string, permission: Permission): Promise<number> {
    return this.#run(permission, () => takeBack(this.#options, invitation, key))
  }

  /**
   * Deletes images for good and reports on each path.
   * @throws FILE_SYSTEM_ERROR when the disk refuses one; the images before it are deleted then.
   */
  deleteImages(paths: readonly string[], permission: Permission) {
    return this.#run(permission, () => deleteImages(this.#options, paths))
  }

  /**
   * Moves images into a folder, which is created where it is missing, and reports on each path. A
   * taken name is numbered as for uploads. Where no image is found, no folder is left behind.
   * @throws INVALID_FOLDER_NAME; FILE_SYSTEM_ERROR when the disk refuses a move: then none is moved.
   */
  async moveImages(paths: readonly string[], folder: string, permission: Permission) {
    const segments = newFolderPath(folder)
    return this.#run(permission, () => moveImages(this.#options, paths, segments))
  }

  /**
   * Marks images, or takes marks away, and reports on each path.
   * @throws FILE_SYSTEM_ERROR, BUSY.
   */
  markImages(paths: readonly string[], change: MarksChange, permission: Permission) {
    return this.#run(permission, () => markImages(this.#options, paths, change, permission))
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
      records.set(path, await this.#run(permission, () => turnImage(this.#options, path, turn)))
    }
    const rotatedImages = paths.flatMap((path) => records.get(path) ?? [])
    const totalRotated = [...records.values()].filter(({ status }) => status === 'rotated').length
    return { rotatedImages, totalRotated }
  }

  /**
   * Renames or moves a folder with all that it holds. Missing folders above it are created.
   * @throws FOLDER_NOT_FOUND; INVALID_FOLDER_NAME when the new path is taken, lies in the folder
   * itself, or is too long for a folder below; FILE_SYSTEM_ERROR.
   */
  async moveFolder(path: string, newPath: string, permission: Permission) {
    const segments = newFolderPath(newPath)
    return this.#run(permission, () => renameFolder(this.#options, path, segments))
  }

  /**
   * Chooses the image that stands for a folder; null leaves the choice to the service.
   * @throws FOLDER_NOT_FOUND; INVALID_REQUEST for an image that is not below it or can't be shown;
   * FILE_SYSTEM_ERROR, BUSY.
   */
  setCover(path: string, image: string | null, permission: Permission) {
    return this.#run(permission, () => setCover(this.#options, path, image, permission))
  }

  /**
   * Deletes a folder for good.
   * @param recursive deletes all that it holds too, also files that are no pictures.
   * @throws FOLDER_NOT_FOUND; INVALID_FOLDER_NAME for the root; FOLDER_NOT_EMPTY; FILE_SYSTEM_ERROR.
   */
  deleteFolder(path: string, recursive: boolean, permission: Permission) {
    return this.#run(permission, () => removeFolder(this.#options, path, recursive))
  }

  /**
   * Moves images, and folders with all that they hold, to the trash, and reports on each path, the
   * images first.
   * @throws INVALID_REQUEST where there is no trash; FILE_SYSTEM_ERROR, BUSY: then none has moved.
   */
  moveToTrash(images: readonly string[], folders: readonly string[], permission: Permission) {
    return this.#run(permission, () => moveToTrash(this.#options, images, folders))
  }

  /**
   * Puts items of the trash back where they were and reports on each id.
   * @throws FILE_SYSTEM_ERROR, then some may be back; BUSY.
   */
  restore(ids: readonly string[], permission: Permission) {
    return this.#run(permission, () => restoreItems(this.#options, ids))
  }

  /**
   * Deletes items of the trash for good and reports on each id.
   * @param ids all unless given.
   * @throws FILE_SYSTEM_ERROR, BUSY.
   */
  deleteTrashed(ids: readonly string[] | undefined, permission: Permission) {
    return this.#run(permission, () => this.#options.trash.delete(ids))
  }

  async #run<T>(permission: Permission, change: () => Promise<T>): Promise<T> {
    return this.#mutex.run(async () => {
      await this.#options.scanner.ensureFresh()
      for (let attempt = 1; ; attempt += 1) {
        // The last check may be from before the disk was unmounted.
        await this.#options.disk.checkRoot()
        permission()
        try {
          return await change()
        } catch (error) {
          if (attempt === maxAttempts || !isGone(error)) throw error
        }
      }
    })
  }
}

function newFolderPath(path: string): string[] {
  const segments = parseNewFolderPath(path)
  if (segments !== undefined) return segments
  throw invalidFolderName()
}
