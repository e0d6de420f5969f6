import { AppError } from '../errors.ts'
import { Queue } from '../lib/waiting/queue.ts'
import { Background } from '../library/background.ts'
import type { Show } from '../frames/steering.ts'
import type { Permission } from '../library/permission.ts'
import { Changes } from './changes.ts'
import { openComponents, type CollectionOptions, type Components } from './components.ts'
import type { ImageContent, ImageFile } from '../pixels/renditions.ts'
import type { ListRequest } from '../library/listing/list-request.ts'
import { pick, readHeader, type PickedImage, type PickRequest } from './pick.ts'
import { summarize } from './summary.ts'
import type { Counts, FolderListing, ImageFacts, Summary } from '../library/types.ts'
import { limitOf, type Sender } from '../uploads/guest.ts'
import { Reception } from '../uploads/reception.ts'

export type { CollectionOptions, ImageContent, ImageFile, Permission }

/** How many tags are told. */
const maxTags = 2000

/** How long `close` waits for interrupted uploads to remove their staged files, in milliseconds. */
const cleanUpMs = 2000

/** The photos: folders and images under one uploads directory. */
export class Collection {
  readonly #options: CollectionOptions
  readonly #reopening = new Queue<void>()
  #components: Components
  #changes: Changes
  #background: Background | undefined
  /** One promise for each upload in flight; it settles when the staging folder holds none of it. */
  readonly #receptions = new Set<Promise<void>>()

  /**
   * Opens the uploads directory, creates it where it is missing, removes what interrupted uploads
   * left behind, and reads the names of all folders and images.
   * @throws the system's error when the directory can't be created or read.
   */
  static async open(options: CollectionOptions): Promise<Collection> {
    return new Collection(options, await openComponents(options))
  }

  private constructor(options: CollectionOptions, components: Components) {
    this.#options = options
    this.#components = components
    this.#changes = this.#start(components)
  }

  get changes(): Changes {
    return this.#changes
  }

  /** What it consists of. These are other objects once another disk is in its place. */
  get parts(): Components {
    return this.#components
  }

  #start(components: Components): Changes {
    const { disk, frames, indexer, checkup, own, saver, scanner, trash, isSaved } = components
    const changes = new Changes(components)
    disk.place.onReplaced = () => void this.#reopen()
    // Once no change is under way, which may be moving it.
    frames.onMissing = (...sent) => changes.run(endShow, () => undefined, ...sent)
    const requests = {
      isBusy: () => disk.openFiles > 0 || this.#receptions.size > 0,
      isAsked: () => scanner.isAsked,
    }
    const background = new Background(requests, this.#options.onError)
    this.#background = background
    background.start(indexer)
    if (disk.readOnly === undefined) background.start(trash)
    // What one process finds, the others know.
    if (own.number === 1) background.start(checkup)
    if (isSaved) saver.start()
    return changes
  }

  /** Goes on with a disk that has taken the place of another one, as after a start. */
  #reopen(): Promise<void> {
    return this.#reopening
      .run('reopen', {}, async () => {
        const { own, state, isSaved } = this.#components
        // Where the state lies elsewhere, it is as good as before.
        await this.#end(isSaved && state !== own)
        this.#components = await openComponents(this.#options)
        this.#changes = this.#start(this.#components)
      })
      .catch(this.#options.onError)
  }

  /** Stops the background work and saves the rounds. */
  async close(): Promise<void> {
    await this.#end(this.#components.isSaved, async () => {
      await Promise.race([Promise.all(this.#receptions), Bun.sleep(cleanUpMs)])
      await this.#components.decodeJournal.close()
    })
  }

  /** @param finish is done once nothing is decoded any more, and before the last save. */
  async #end(isSaved: boolean, finish?: () => Promise<void>): Promise<void> {
    const { scanner, saver, own, state, decoder } = this.#components
    scanner.stop()
    await this.#background?.stop()
    saver.stop()
    await decoder?.close()
    await finish?.()
    if (isSaved) await saver.save(true).catch(this.#options.onError)
    await Promise.all([own.release(), state.release()])
  }

  /** Counts folders (without the root) and images, from memory. */
  counts(): Counts {
    const { folderCount, root } = this.#components.tree
    return { totalFolders: folderCount, totalImages: root.imageCount }
  }

  /** Counts the images of each tag that are not hidden, the most frequent first: 2,000 tags at most. */
  async tags() {
    const { marks, scanner, tree } = this.#components
    await scanner.ensureFresh()
    await marks.ensureFresh()
    return tree.tags.count(tree.root).slice(0, maxTags)
  }

  /**
   * Lists a folder. Returns the same object as long as nothing in the listing has changed.
   * @throws FOLDER_NOT_FOUND, FILE_SYSTEM_ERROR; INVALID_REQUEST for a cursor that is none; BUSY
   * where too many searches wait.
   */
  async list(path: string, request: ListRequest = {}): Promise<FolderListing> {
    await this.#components.scanner.ensureFresh()
    await this.#components.marks.ensureFresh()
    const folder = this.#components.tree.findFolder(path)
    if (folder === undefined) throw new AppError('FOLDER_NOT_FOUND')
    return this.#components.lister.list(folder, request)
  }

  /** Picks a picture for a frame, as `pick` says. */
  async pick(request: PickRequest): Promise<PickedImage> {
    return pick(this.#components, request)
  }

  /**
   * Starts to receive the files of one upload. The caller has to dispose of the reception at the end.
   * @param sender the guest who sends them, if one does: no more than the invitation is for, and one
   * that may be there already; and nothing is taken out of the trash for them.
   * @throws AUTHENTICATION_REQUIRED, BUSY for a guest.
   */
  async receive(sender?: Sender): Promise<Reception> {
    const { stage, supported, renditions, makeRoomInCache } = this.#components
    const guest = sender && (await limitOf(this.#components, sender))
    const create = () => stage(guest && makeRoomInCache)
    const { maxFileSize } = this.#options
    const giveWay = () => renditions.whenIdle()
    const reception = new Reception({ create, maxFileSize, supported, giveWay, guest })
    this.#receptions.add(reception.discarded)
    void reception.discarded.then(() => this.#receptions.delete(reception.discarded))
    await giveWay()
    return reception
  }

  /**
   * Says what a folder lists of an image, and what else its header holds.
   * @throws IMAGE_NOT_FOUND, FILE_SYSTEM_ERROR.
   */
  async facts(path: string): Promise<ImageFacts> {
    const { disk, opener, marks, lister } = this.#components
    await marks.ensureFresh()
    const image = await opener.find(path)
    const header = image && (await readHeader(disk, image))
    if (image === undefined || header === undefined) throw new AppError('IMAGE_NOT_FOUND')
    return { ...lister.describeImage(image), ...header }
  }

  /**
   * Lists what can be restored, the latest first.
   * @throws FILE_SYSTEM_ERROR, BUSY.
   */
  async listTrash() {
    await this.#components.scanner.ensureFresh()
    return this.#components.trash.list()
  }

  /**
   * Sums up the collection. Probes every image, which takes a while the first time.
   * @throws FILE_SYSTEM_ERROR.
   */
  async summary(): Promise<Summary> {
    return summarize(this.#components)
  }
}

/**
 * Ends what a frame is to show where that is gone, or can't be shown. Another process may have moved it to
 * where it is.
 */
async function endShow({ tree, disk, steering }: Components, name: string, show: Show, at: number) {
  const image = tree.findImage(show.path)
  const isOnDisk = image === undefined && (await disk.fileFacts(show.path)) !== undefined
  if (image?.isScalable !== true && !isOnDisk) await steering.endShow(name, show, at)
}
