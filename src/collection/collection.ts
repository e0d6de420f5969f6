import { join } from 'node:path'
import type { Clock } from '../clock.ts'
import { AppError } from '../errors.ts'
import { whenDone } from '../when-done.ts'
import { Deck, type Random } from './deck.ts'
import { Disk } from './disk/disk.ts'
import { RenditionCache } from './disk/rendition-cache.ts'
import { Staging } from './disk/staging.ts'
import { StateFile } from './disk/state-file.ts'
import { Examiner } from './examiner.ts'
import { inParallel } from './in-parallel.ts'
import { Lister } from './listing.ts'
import { Lock } from './lock.ts'
import { recall, Saver } from './memory.ts'
import { parseNewFolderPath, parsePath, privateFolder } from './paths.ts'
import { invalidFolderName, Publisher, type Undo } from './publisher.ts'
import { Refresher } from './refresher.ts'
import { eachImage, imageDiskPath, imagePath, Tree, type Folder, type Image } from './tree.ts'
import type {
  Counts,
  CreatedFolder,
  Deletion,
  DeletionResult,
  FolderListing,
  Summary,
  UploadResult,
} from './types.ts'
import { isRendition, type RenditionRequest } from './renditions/request.ts'
import { original, Studio, type ImageFile } from './renditions/studio.ts'
import { Reception } from './upload.ts'

export interface CollectionOptions {
  uploadsDir: string
  /** Bytes. */
  maxFileSize: number
  /** Where renditions are kept; by default in the hidden folder of the uploads directory. */
  cacheDir?: string | undefined
  /** Bytes; 0 keeps none. */
  cacheSize: number
  /** How many pictures are decoded side by side. */
  renditionConcurrency: number
  clock: Clock
  random: Random
  /** Told of failures that no request is there to hear of. */
  onError: (error: unknown) => void
}

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

export type { ImageFile }

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
  readonly #disk: Disk
  readonly #tree: Tree
  readonly #staging: Staging
  readonly #refresher: Refresher
  readonly #examiner: Examiner
  readonly #lister: Lister
  readonly #deck: Deck
  readonly #publisher: Publisher
  readonly #saver: Saver
  readonly #studio: Studio
  readonly #changes = new Lock()
  /** Each settles when its upload has left nothing in the staging folder. */
  readonly #receptions = new Set<Promise<void>>()

  /**
   * Opens the uploads directory, makes it where it is missing, sweeps up what an interrupted
   * upload left, and reads which folders and images there are.
   * @throws what the system says when the directory can't be made or read.
   */
  static async open(options: CollectionOptions): Promise<Collection> {
    const disk = await Disk.open(options.uploadsDir)
    const staging = new Staging(disk)
    if (disk.readOnly === undefined) await staging.clear()
    const files = {
      rounds: new StateFile(disk.root, 'rounds.json'),
      images: new StateFile(disk.root, 'images.bin'),
    }
    const { rounds, known } = await recall(files)
    const tree = new Tree()
    const examiner = new Examiner(tree, disk)
    const refresher = new Refresher(tree, disk, examiner, options.clock)
    tree.recall(known, () => refresher.scan())
    const deck = new Deck(tree, options.random, rounds)
    const saver = new Saver(files, deck, tree, options.onError)
    return new Collection(options, { disk, staging, tree, examiner, refresher, deck, saver })
  }

  private constructor(
    options: CollectionOptions,
    parts: {
      disk: Disk
      staging: Staging
      tree: Tree
      examiner: Examiner
      refresher: Refresher
      deck: Deck
      saver: Saver
    },
  ) {
    this.#options = options
    this.#disk = parts.disk
    this.#staging = parts.staging
    this.#tree = parts.tree
    this.#refresher = parts.refresher
    this.#deck = parts.deck
    this.#saver = parts.saver
    this.#examiner = parts.examiner
    this.#lister = new Lister(this.#examiner, options.clock)
    this.#publisher = new Publisher(this.#disk, this.#tree)
    const cacheDir = options.cacheDir ?? join(this.#disk.root, privateFolder, 'renditions')
    const cache = new RenditionCache(cacheDir, options.cacheSize)
    this.#studio = new Studio(cache, options.renditionConcurrency)
    this.uploadsDir = parts.disk.root
    this.readOnly = parts.disk.readOnly
    if (this.readOnly === undefined) this.#saver.start()
  }

  /** Ends the background work and saves where the rounds stand. */
  async close(): Promise<void> {
    this.#refresher.stop()
    // Uploads that were cut off still have to tidy up after themselves.
    await Promise.race([Promise.all(this.#receptions), Bun.sleep(tidyMs)])
    if (this.readOnly === undefined) await this.#saver.stop()
  }

  /** How many folders (the root not counted) and images there are. Never touches the disk. */
  counts(): Counts {
    return { totalFolders: this.#tree.folderCount, totalImages: this.#tree.root.imageCount }
  }

  /**
   * Lists a folder. The same object is given as long as nothing in it has changed.
   * @throws FOLDER_NOT_FOUND for whatever is no folder of the collection; FILE_SYSTEM_ERROR.
   */
  async list(path: string): Promise<FolderListing> {
    await this.#refresher.ensureFresh()
    const folder = this.#folderAt(path)
    if (folder === undefined) {
      throw new AppError(
        'FOLDER_NOT_FOUND',
        'There is no such folder. List its parent to see what is there.',
      )
    }
    return this.#lister.list(folder)
  }

  /**
   * Deals the next picture of a folder and those below it to a frame: at once where nothing has
   * to be waited for, as is nearly always so.
   * @param frame a name, empty for callers without one.
   * @throws NO_IMAGES_AVAILABLE, FILE_SYSTEM_ERROR.
   */
  pick(path: string, frame: string): PickedImage | Promise<PickedImage> {
    return whenDone(this.#refresher.ensureFresh(), () => {
      const folder = this.#folderAt(path)
      const image = folder && this.#deck.deal(frame, folder, (each) => this.#examiner.examine(each))
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
      const made: Undo[] = []
      const folder = await this.#publisher.makeFolders(segments, made)
      const facts = await this.#disk.folderFacts(segments.join('/'))
      return {
        folderPath: folder.path,
        folderName: folder.name,
        parentPath: folder.parent?.path ?? '',
        created: new Date(facts?.createdMs ?? this.#options.clock()).toISOString(),
        exists: made.length === 0,
      }
    })
  }

  /** Begins to receive the files of one upload. `discard` it in the end, whatever happens. */
  receive(): Reception {
    const reception = new Reception(this.#staging, this.#options.maxFileSize)
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
      const uploadedFiles = await this.#publisher.publish(reception.files, segments)
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
  async remove(paths: readonly string[], permission: Permission): Promise<DeletionResult> {
    return this.#change(async () => {
      permission()
      const deletedImages: Deletion[] = []
      for (const path of paths) deletedImages.push(await this.#removeOne(path))
      const sizes = deletedImages.flatMap((record) => ('size' in record ? [record.size] : []))
      const totalSize = sizes.reduce((sum, size) => sum + size, 0)
      return { deletedImages, totalDeleted: sizes.length, totalSize }
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
    return whenDone(this.#refresher.ensureFresh(), () => {
      const image = this.#imageAt(path)
      if (image === undefined) return undefined
      return whenDone(this.#examiner.examine(image), (isThere) =>
        isThere ? this.#open(image, request) : undefined,
      )
    })
  }

  #open(
    image: Image,
    request: RenditionRequest,
  ): ImageFile | undefined | Promise<ImageFile | undefined> {
    const { type, hash, size, mtimeMs } = image
    const open = () => this.#disk.openFile(imageDiskPath(image))
    if (type !== undefined && isRendition(request)) {
      return this.#studio.rendition(imagePath(image), { type, hash, size, mtimeMs }, request, open)
    }
    return open().then((file) => file && original(image, file))
  }

  /** Looks at every image, which takes its time where not all of them were looked at before. */
  async summary(): Promise<Summary> {
    await this.#refresher.ensureFresh()
    const images: Image[] = []
    eachImage(this.#tree.root, (image) => images.push(image))
    await inParallel(images, async (image) => void (await this.#examiner.examine(image)))
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
      await this.#refresher.ensureFresh()
      return work()
    })
  }

  async #removeOne(path: string): Promise<Deletion> {
    const notFound = (error: string): Deletion => ({ path, status: 'not_found', error })
    const segments = parsePath(path.startsWith('/uploads/') ? path.slice('/uploads/'.length) : path)
    const image = segments && this.#tree.imageAt(segments)
    if (image === undefined) {
      const isFolder = segments !== undefined && this.#tree.folderAt(segments) !== undefined
      return notFound(
        isFolder ? 'This is a folder; only images are deleted.' : 'There is no such image.',
      )
    }
    const size = await this.#disk.remove(imageDiskPath(image))
    if (size === undefined) await this.#disk.checkRoot()
    this.#tree.removeImage(image)
    return size === undefined
      ? notFound('There is no such image.')
      : { path, status: 'deleted', size }
  }

  #folderAt(path: string): Folder | undefined {
    if (path === '') return this.#tree.root
    const segments = parsePath(path)
    return segments && this.#tree.folderAt(segments)
  }

  #imageAt(path: string): Image | undefined {
    // The names in the tree are well-formed, and most paths come as they were given out.
    const asGiven = this.#tree.imageAt(path.split('/'))
    if (asGiven !== undefined) return asGiven
    const segments = parsePath(path)
    return segments && this.#tree.imageAt(segments)
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
