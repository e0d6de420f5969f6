import { AppError } from '../errors.ts'
import { whenDone } from '../lib/when-done.ts'
import { allOrNothing } from '../lib/all-or-nothing.ts'
import { forEachParallel, Limit } from '../lib/limit.ts'
import { findFolder, findImage } from './index/lookup.ts'
import { openComponents, type CollectionOptions, type Components } from './components.ts'
import { parseNewFolderPath } from './paths.ts'
import { deleteImages } from './uploads/delete-images.ts'
import { invalidFolderName } from './uploads/folder-maker.ts'
import { isRendition, type RenditionRequest } from './renditions/request.ts'
import { original, type ImageFile } from './renditions/renditions.ts'
import { eachImage, folderDiskPath, imageDiskPath, imagePath, type Image } from './index/tree.ts'
import type {
  Counts,
  CreatedFolder,
  DeletionResult,
  FolderListing,
  Summary,
  UploadResult,
} from './types.ts'
import { Reception } from './uploads/reception.ts'

/** A picture picked for a frame. */
export interface PickedImage {
  path: string
  name: string
  folder: string
  size: number
  width: number
  height: number
  mtimeMs: number
}

export type { CollectionOptions, ImageFile }

/** How long uploads that were cut off may take to remove what they have half done. */
const tidyMs = 2000

/** What a protected change asks before it happens: throws when the session has ended meanwhile. */
export type Permission = () => void

/** The photos: folders and images under one uploads directory. */
export class Collection {
  readonly uploadsDir: string
  /** Why nothing can be stored, if the uploads directory is read-only. */
  readonly readOnly: unknown
  readonly #options: CollectionOptions
  readonly #components: Components
  readonly #changes = new Limit(1)
  /** Each settles when its upload has left nothing in the staging folder. */
  readonly #receptions = new Set<Promise<void>>()

  /**
   * Opens the uploads directory, makes it where it is missing, sweeps up what an interrupted
   * upload left, and reads which folders and images there are.
   * @throws what the system says when the directory can't be made or read.
   */
  static async open(options: CollectionOptions): Promise<Collection> {
    return new Collection(options, await openComponents(options))
  }

  private constructor(options: CollectionOptions, components: Components) {
    this.#options = options
    this.#components = components
    this.uploadsDir = components.disk.root
    this.readOnly = components.disk.readOnly
    if (this.readOnly === undefined) components.saver.start()
  }

  /** Ends the background work and saves where the rounds stand. */
  async close(): Promise<void> {
    this.#components.scanner.stop()
    // Uploads that were cut off still have to tidy up after themselves.
    await Promise.race([Promise.all(this.#receptions), Bun.sleep(tidyMs)])
    if (this.readOnly === undefined) await this.#components.saver.stop()
  }

  /** How many folders (the root not counted) and images there are. Never touches the disk. */
  counts(): Counts {
    return {
      totalFolders: this.#components.tree.folderCount,
      totalImages: this.#components.tree.root.imageCount,
    }
  }

  /**
   * Lists a folder. The same object is given as long as nothing in it has changed.
   * @throws FOLDER_NOT_FOUND for whatever is no folder of the collection; FILE_SYSTEM_ERROR.
   */
  async list(path: string): Promise<FolderListing> {
    await this.#components.scanner.ensureFresh()
    const folder = findFolder(this.#components.tree, path)
    if (folder === undefined) {
      throw new AppError(
        'FOLDER_NOT_FOUND',
        'There is no such folder. List its parent to see what is there.',
      )
    }
    return this.#components.lister.list(folder)
  }

  /**
   * Deals the next picture of a folder and those below it to a frame: at once where nothing has
   * to be waited for, as is nearly always so.
   * @param frame a name, empty for callers without one.
   * @throws NO_IMAGES_AVAILABLE, FILE_SYSTEM_ERROR.
   */
  pick(path: string, frame: string): PickedImage | Promise<PickedImage> {
    return whenDone(this.#components.scanner.ensureFresh(), () => {
      const folder = findFolder(this.#components.tree, path)
      const image =
        folder &&
        this.#components.deck.deal(frame, folder, (each) => this.#components.prober.probe(each))
      return whenDone(image, toPicked)
    })
  }

  /**
   * Makes a folder, and those above it where they are missing.
   * @throws INVALID_FOLDER_NAME, FILE_SYSTEM_ERROR.
   */
  async createFolder(path: string, permission: Permission): Promise<CreatedFolder> {
    const segments = newFolderPath(path)
    if (segments.length === 0) throw invalidFolderName('Give the folder a name.')
    return this.#change(async () => {
      permission()
      return allOrNothing(async (onFailure) => {
        let exists = true
        const folder = await this.#components.folderMaker.make(segments, (undo) => {
          exists = false
          onFailure(undo)
        })
        const facts = await this.#components.disk.folderFacts(folderDiskPath(folder))
        return {
          folderPath: folder.path,
          folderName: folder.name,
          parentPath: folder.parent?.path ?? '',
          created: new Date(facts?.createdMs ?? this.#options.clock()).toISOString(),
          exists,
        }
      })
    })
  }

  /** Begins to receive the files of one upload. `discard` it in the end, whatever happens. */
  receive(): Reception {
    const reception = new Reception(this.#components.staging, this.#options.maxFileSize)
    this.#receptions.add(reception.discarded)
    void reception.discarded.then(() => this.#receptions.delete(reception.discarded))
    return reception
  }

  /**
   * Puts received files into a folder, all or none; after this they survive a power cut.
   * @param path the folder, which is made where it is missing.
   * @throws INVALID_FOLDER_NAME, NO_FILES, FILE_SIZE_EXCEEDED, INVALID_FILE_TYPE, FILE_SYSTEM_ERROR.
   */
  async publish(reception: Reception, path: string, permission: Permission): Promise<UploadResult> {
    const segments = newFolderPath(path)
    if (reception.isEmpty) {
      throw new AppError('NO_FILES', 'Send at least one image in the form field "files".')
    }
    await reception.finish()
    return this.#change(async () => {
      permission()
      const uploadedFiles = await this.#components.publisher.publish(reception.files, segments)
      return {
        uploadedFiles,
        folder: segments.join('/'),
        totalFiles: uploadedFiles.length,
        totalSize: uploadedFiles.reduce((sum, { size }) => sum + size, 0),
      }
    })
  }

  /**
   * Deletes images for good, and reports each path as it was sent.
   * @throws FILE_SYSTEM_ERROR when the disk refuses one; those before it are gone then.
   */
  async deleteImages(paths: readonly string[], permission: Permission): Promise<DeletionResult> {
    return this.#change(async () => {
      permission()
      return deleteImages(this.#components.disk, this.#components.tree, paths)
    })
  }

  /**
   * Opens an image for sending; `undefined` when the path names none. A rendition is found at once
   * where nothing has to be waited for.
   * @param request what rendition of it is wanted, if not the image itself.
   */
  openImage(
    path: string,
    request: RenditionRequest = {},
  ): ImageFile | undefined | Promise<ImageFile | undefined> {
    return whenDone(this.#components.scanner.ensureFresh(), () => {
      const image = findImage(this.#components.tree, path)
      if (image === undefined) return undefined
      return whenDone(this.#components.prober.probe(image), (isThere) =>
        isThere ? this.#open(image, request) : undefined,
      )
    })
  }

  #open(
    image: Image,
    request: RenditionRequest,
  ): ImageFile | undefined | Promise<ImageFile | undefined> {
    const { disk, renditions } = this.#components
    const { type, hash, size, mtimeMs } = image
    const open = () => disk.openFile(imageDiskPath(image))
    if (type !== undefined && isRendition(request)) {
      return renditions.rendition(imagePath(image), { type, hash, size, mtimeMs }, request, open)
    }
    return open().then((file) => file && original(image, file))
  }

  /** Looks at every image, which takes its time where not all of them were looked at before. */
  async summary(): Promise<Summary> {
    await this.#components.scanner.ensureFresh()
    const images: Image[] = []
    eachImage(this.#components.tree.root, (image) => images.push(image))
    await forEachParallel(
      images,
      async (image) => void (await this.#components.prober.probe(image)),
    )
    const present = images.filter((image) => image.present)
    return {
      ...this.counts(),
      totalSize: present.reduce((sum, { size }) => sum + size, 0),
      unreadable: present.flatMap((image) =>
        image.problem === undefined ? [] : [{ path: imagePath(image), error: image.problem }],
      ),
    }
  }

  async #change<T>(work: () => Promise<T>): Promise<T> {
    return this.#changes.run(async () => {
      await this.#components.scanner.ensureFresh()
      return work()
    })
  }
}

function toPicked(image: Image | undefined): PickedImage {
  if (image === undefined) {
    throw new AppError(
      'NO_IMAGES_AVAILABLE',
      'There are no images here yet. Upload some, or choose another folder.',
    )
  }
  const { name, folder, size, width, height, mtimeMs } = image
  return { path: imagePath(image), name, folder: folder.path, size, width, height, mtimeMs }
}

function newFolderPath(path: string): string[] {
  const segments = parseNewFolderPath(path)
  if (segments !== undefined) return segments
  throw invalidFolderName(
    'Choose another folder name: no < > : " | ? * \\ or control characters, no space at either end, ' +
      'no period at the start or end, at most 255 bytes.',
  )
}
