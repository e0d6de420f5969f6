import { AppError } from '../errors.ts'
import type { Clock } from '../lib/clock.ts'
import { Queue } from '../lib/waiting/queue.ts'
import { Background } from '../library/background.ts'
import { findFolder, findImage } from '../library/tree/lookup.ts'
import type { Permission } from '../library/permission.ts'
import { Changes } from './changes.ts'
import { openComponents, type CollectionOptions, type Components } from './components.ts'
import type { RenditionRequest } from '../pixels/request.ts'
import type { ImageContent, ImageFile } from '../pixels/renditions.ts'
import { pictureFormats } from '../formats/picture-formats.ts'
import type { ListRequest } from '../library/listing/list-request.ts'
import type { Conditions } from '../frames/conditions/conditions.ts'
import { noConditions, readConditions } from '../frames/conditions/registry.ts'
import type { Picked } from '../frames/picker.ts'
import type { PickedForSlot } from '../frames/slots/slot-picker.ts'
import { imagePath, imagesBelow, type Image } from '../library/tree/nodes.ts'
import { summarize } from './summary.ts'
import type { Counts, FolderListing, ImageFacts, Summary } from '../library/types.ts'
import { limitOf, type Sender } from '../uploads/guest.ts'
import { Reception } from '../uploads/reception.ts'

/** A picture picked for a frame. */
export interface PickedImage extends Pick<Image, 'name' | 'size' | 'width' | 'height' | 'mtimeMs'> {
  path: string
  folder: string
  /** When it was taken by EXIF, as `YYYY-MM-DDTHH:MM:SS` by the camera's clock. */
  taken: string | null
  /** Whether it is of another day than asked for, because no picture is of this day. */
  isFallback: boolean
  /**
   * When its slot began, when it was dealt for it, and when the admin last changed what the frame
   * gets (0 for never), in milliseconds since 1970, and how long the slot still lasts.
   */
  slot: { start: number; dealtAt: number; changedAt: number; secondsLeft: number } | undefined
  /** Whether frames can show it only as a rendition, because not every browser knows its format. */
  isConverted: boolean
  /**
   * Opens it, or prepares a rendition of it, for sending; `undefined` where it has gone since.
   * @throws what `openImage` does.
   */
  open: (request: RenditionRequest) => Promise<ImageFile | undefined>
  /** Reads what somebody wrote to it; null where nobody did, or it can't be read. */
  readDescription: () => Promise<string | null>
}

/** What a frame asks for. */
export interface PickRequest {
  /** Its name, empty for callers without one. */
  frame?: string
  /** Which picture beside the first of a screen that shows several. */
  partner?: string | undefined
  /** Without any, all pictures in random order. */
  conditions?: Conditions
  /** Whether a rendition will be asked for: then what can't be scaled is passed over. */
  isScaled?: boolean
  /** In seconds; the frame keeps a picture for as long. */
  slotLength?: number | undefined
}

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

  /** The clock that the times of files are compared with. */
  get clock(): Clock {
    return this.#options.clock
  }

  /** Why nothing can be stored, if the uploads directory is read-only. */
  get readOnly(): unknown {
    return this.#components.disk.readOnly
  }

  get uploadsDir(): string {
    return this.#components.disk.root
  }

  /** The path of the program that decodes HEIC and AVIF, if there is one. */
  get decoder(): string | undefined {
    return this.#options.decoder
  }

  /** 1 for the first process that uses the uploads directory, 2 for a second one, and so on. */
  get processNumber(): number {
    return this.#components.own.number
  }

  /** Whether a power cut while something is written may damage other files on the disk. */
  get isFragile(): boolean {
    return this.#components.disk.traits.keepsSizeWithName
  }

  get changes(): Changes {
    return this.#changes
  }

  /** What operations use of its parts, which are other ones once another disk is in its place. */
  get parts(): Pick<
    Components,
    'frames' | 'invitations' | 'hosts' | 'sessions' | 'tokens' | 'opener'
  > {
    return this.#components
  }

  #start(components: Components): Changes {
    const { disk, indexer, checkup, own, saver, scanner, trash, isSaved } = components
    disk.place.onReplaced(() => void this.#reopen())
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
    return new Changes(components)
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

  /** Counts the images that have been probed, those that can't be read included, from memory. */
  get indexed(): number {
    return this.#components.tree.indexedCount
  }

  /**
   * Lists a folder. Returns the same object as long as nothing in the listing has changed.
   * @throws FOLDER_NOT_FOUND, FILE_SYSTEM_ERROR; INVALID_REQUEST for a cursor that is none; BUSY
   * where too many searches wait.
   */
  async list(path: string, request: ListRequest = {}): Promise<FolderListing> {
    await this.#components.scanner.ensureFresh()
    await this.#components.marks.ensureFresh()
    const folder = findFolder(this.#components.tree, path)
    if (folder === undefined) throw new AppError('FOLDER_NOT_FOUND')
    return this.#components.lister.list(folder, request)
  }

  /**
   * Picks a picture for a frame: the next one that meets its conditions, or that of the slot.
   * @throws NO_IMAGES_AVAILABLE, BUSY, FILE_SYSTEM_ERROR; UnscalableError when no image can be
   * scaled.
   */
  async pick(asked: PickRequest): Promise<PickedImage> {
    const { frame: name = '', partner, conditions = noConditions, isScaled = false } = asked
    const { slotLength } = asked
    const { scanner, picker, slotPicker, steering, frames, marks } = this.#components
    await scanner.ensureFresh()
    await marks.ensureFresh()
    const steered = name === '' ? undefined : steering.get(name)
    const changedAt = steered === undefined ? 0 : steering.changedAt(steered)
    const shown = steered?.show && (await frames.shown(name))
    if (shown) {
      const { image, until } = shown
      const slot = slotLength === undefined ? undefined : slotPicker.slotNow(slotLength)
      const end = Math.min(slot?.end ?? 0, until ?? Number.POSITIVE_INFINITY)
      const own = slot && { slot: { ...slot, end }, dealtAt: slot.start }
      return this.#describe({ image, isFallback: false, ...own }, changedAt)
    }
    // Partners have rounds and slots of their own. No frame has a line break in its name.
    const frame = partner === undefined ? name : `${name}\n${partner}`
    const skipped = steered?.skipped ? frames.skipped(name) : undefined
    const [isSteered, next] = [steered !== undefined, steered?.next ?? 0]
    const wish = { frame, conditions, isScaled, isSteered, next, skipped }
    const picked =
      slotLength === undefined ? await picker.pick(wish) : await slotPicker.pick(wish, slotLength)
    if (picked === undefined) throw this.#noImages(conditions)
    return this.#describe(picked, changedAt)
  }

  /** Says why there is nothing to pick: a frame's address is typed by hand, and shows what is wrong. */
  #noImages({ folders, key }: Conditions): AppError {
    const missing = folders.find((path) => findFolder(this.#components.tree, path) === undefined)
    if (missing !== undefined) {
      const sentence = `There is no folder "${missing}". Create it, or choose another one.`
      return new AppError('NO_IMAGES_AVAILABLE', sentence)
    }
    const unsupported = this.#findUnsupported(folders)
    if (unsupported !== undefined) return new AppError('NO_IMAGES_AVAILABLE', `${unsupported}.`)
    if (key === readConditions({ folder: [...folders] }).key)
      return new AppError('NO_IMAGES_AVAILABLE')
    return new AppError('NO_IMAGES_AVAILABLE', 'No image here meets the conditions. Choose others.')
  }

  /** Says what to do about an image in these folders that takes a decoder which is missing. */
  #findUnsupported(folders: readonly string[]): string | undefined {
    const { tree, supported } = this.#components
    return folders
      .values()
      .map((path) => findFolder(tree, path))
      .flatMap((folder) => (folder === undefined ? [] : imagesBelow(folder)))
      .map(({ type }) => supported.problemOf(type))
      .find((problem) => problem !== undefined)
  }

  #describe(picked: Picked & Partial<PickedForSlot>, changedAt: number): PickedImage {
    const { image, isFallback, slot, dealtAt = 0 } = picked
    const { name, folder, size, width, height, mtimeMs } = image
    return {
      path: imagePath(image),
      name,
      folder: folder.path,
      size,
      width,
      height,
      mtimeMs,
      taken: this.#components.dates.textOf(image),
      isFallback,
      isConverted: image.type !== undefined && pictureFormats.decoderTypes.has(image.type),
      slot: slot && {
        start: slot.start,
        dealtAt: Math.max(dealtAt, changedAt),
        changedAt,
        secondsLeft: Math.ceil((slot.end - this.#options.clock()) / 1000),
      },
      open: (request) => this.#components.opener.openKnown(image, request),
      readDescription: async () =>
        (await this.#readHeader(image).catch(() => undefined))?.description ?? null,
    }
  }

  /** What only the file of an image says; `undefined` where it is gone. */
  async #readHeader({ diskPath }: Image) {
    const file = await this.#components.disk.openFile(diskPath)
    if (file === undefined) return undefined
    try {
      const header = await pictureFormats.readHeader(file)
      const { camera, description = null } = typeof header === 'string' ? {} : header
      return { camera: camera || null, description }
    } finally {
      file.release()
    }
  }

  /** Whether a path names an image, as far as is known without a look at the disk. */
  hasImage(path: string): boolean {
    return findImage(this.#components.tree, path) !== undefined
  }

  /**
   * Starts to receive the files of one upload. The caller has to `discard` the reception at the end.
   * @param sender the guest who sends them, if one does: no more than the invitation is for, and one
   * that may be there already; and nothing is taken out of the trash for them.
   * @throws AUTHENTICATION_REQUIRED, BUSY for a guest.
   */
  async receive(sender?: Sender): Promise<Reception> {
    const { staging, supported, renditions, makeRoomInCache } = this.#components
    const guest = sender && (await limitOf(this.#components, sender))
    const create = () => staging.create(guest && makeRoomInCache)
    const { maxFileSize } = this.#options
    const giveWay = () => renditions.whenIdle()
    const reception = new Reception({ staging: { create }, maxFileSize, supported, giveWay, guest })
    this.#receptions.add(reception.discarded)
    void reception.discarded.then(() => this.#receptions.delete(reception.discarded))
    await giveWay()
    return reception
  }

  /**
   * Opens an image, or prepares a rendition of it, for sending. Returns `undefined` when the path
   * names no image.
   * @param request the rendition; empty for the image itself.
   * @throws INVALID_REQUEST for a rendition of a file that is no picture; FILE_SYSTEM_ERROR.
   */
  async openImage(path: string, request: RenditionRequest = {}): Promise<ImageFile | undefined> {
    return this.#components.opener.open(path, request)
  }

  /**
   * Says what a folder lists of an image, and what else its header holds.
   * @throws IMAGE_NOT_FOUND, FILE_SYSTEM_ERROR.
   */
  async facts(path: string): Promise<ImageFacts> {
    const { opener, marks, lister } = this.#components
    await marks.ensureFresh()
    const image = await opener.find(path)
    const header = image && (await this.#readHeader(image))
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

  /** Prepares a rendition of an item of the trash; `undefined` where there is none. */
  async openTrashed(id: string, request: RenditionRequest): Promise<ImageFile | undefined> {
    const { opener, trash } = this.#components
    const image = await trash.picture(id)
    return image && opener.openKnown(image, request)
  }

  /**
   * Sums up the collection. Probes every image, which takes a while the first time.
   * @throws FILE_SYSTEM_ERROR.
   */
  async summary(): Promise<Summary> {
    const summary = await summarize(this.#components)
    return { ...this.counts(), ...summary }
  }
}
