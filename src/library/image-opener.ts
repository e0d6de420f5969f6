import { AppError, invalidRequest } from '../errors.ts'
import type { Obstacle } from '../formats/format.ts'
import { pictureFormats, type SupportedFormats } from '../formats/picture-formats.ts'
import { isDamage } from '../disk/file-system-error.ts'
import type { OpenedFile } from '../disk/files/opened-file.ts'
import type { LibraryParts } from './library-parts.ts'
import { imagePath, partlyUnreadable, type Image } from './tree/nodes.ts'
import { UnscalableError } from '../pixels/decoding/unscalable.ts'
import { original, thumbnail, type ImageFile, type Renditions } from '../pixels/renditions.ts'
import { isRendition, type RenditionRequest } from '../pixels/request.ts'

interface ImageSources extends LibraryParts {
  renditions: Renditions
  supported: SupportedFormats
}

/** Opens images, or renditions of them, for sending. */
export class ImageOpener {
  readonly #sources: ImageSources
  /** The modification times of files that were read to their end. */
  readonly #readable = new WeakMap<Image, number>()

  constructor(sources: ImageSources) {
    this.#sources = sources
  }

  /**
   * Finds an image and opens it as `openKnown` does; `undefined` where there is none.
   * @param thumbnail opens the small picture that a camera has put into the image in its place, which
   * needs no decoding; or only as long as the rendition is not made, where there is such a picture.
   * @throws IMAGE_NOT_FOUND where there is none, or one that is damaged or of another shape: some
   * programs leave that of the picture before it was cropped or turned; what `openKnown` does.
   */
  async open(
    path: string,
    request: RenditionRequest,
    thumbnail?: 'embedded' | 'meanwhile',
  ): Promise<ImageFile | undefined> {
    const image = await this.find(path)
    if (image === undefined) return undefined
    if (thumbnail === 'embedded') {
      const found = await this.#readThumbnail(image)
      if (found !== undefined) return found
      throw new AppError('IMAGE_NOT_FOUND', 'The image has no thumbnail in it. Give a "width".')
    }
    const file = await this.openKnown(image, request)
    if (thumbnail === undefined || (await file?.isMade?.()) !== false) return file
    return (await this.#readThumbnail(image)) ?? file
  }

  /** Finds an image and probes it; `undefined` where there is none. */
  async find(path: string): Promise<Image | undefined> {
    const { scanner, prober } = this.#sources
    await scanner.ensureFresh()
    const image = await scanner.findImage(path)
    return image !== undefined && (await prober.probe(image)) ? image : undefined
  }

  /**
   * Opens an image that has been probed, or prepares a rendition of it, for sending.
   * @param request the rendition; empty for the image itself.
   * @throws INVALID_REQUEST for a rendition of a file that is no picture; FILE_SYSTEM_ERROR.
   */
  async openKnown(image: Image, request: RenditionRequest): Promise<ImageFile | undefined> {
    const { tree, prober, renditions, supported } = this.#sources
    const { type, hash, size, mtimeMs, width, height } = image
    if (isRendition(request)) {
      if (type === undefined) throw invalidRequest('The file is no picture and can not be scaled.')
      const problem = supported.problemOf(type)
      if (problem !== undefined) throw invalidRequest(`${problem}.`)
      if (image.obstacle !== undefined) throw new UnscalableError(image.obstacle)
      const facts = { type, hash, size, mtimeMs, width, height }
      const note = (obstacle: Obstacle) => tree.noteObstacle(image, facts, obstacle)
      const open = () => this.#openCached(image)
      return renditions.rendition(imagePath(image), facts, request, open, note)
    }
    const file = await this.#openReadable(image)
    // Of a file that was replaced since, the type may be another one.
    if (file !== undefined && (file.size !== size || file.mtimeMs !== mtimeMs)) {
      await prober.probe(image).catch(this.#sources.onError)
    }
    return file && original(image, file)
  }

  /** Reads the thumbnail in an image; `undefined` where it has another shape, or there is none. */
  async #readThumbnail(image: Image): Promise<ImageFile | undefined> {
    const { type, hash, width, height, diskPath } = image
    using file = type && (await this.#sources.disk.openFile(diskPath))
    const found = type && file && (await pictureFormats.readThumbnail(type, file))
    const isOfShape = found && (found.width - found.height) * (width - height) >= 0
    return isOfShape ? thumbnail(hash, file, found.bytes) : undefined
  }

  /** Opens a file for decoding, which on a local disk waits for nothing that is not in memory. */
  async #openCached(image: Image): Promise<OpenedFile | undefined> {
    const file = await this.#openReadable(image)
    if (file?.stream === undefined) await file?.readThrough()
    return file
  }

  /**
   * Opens a file that can be read to its end, which is tried once for each content. One that can't
   * is not dealt again until it changes.
   */
  async #openReadable(image: Image): Promise<OpenedFile | undefined> {
    const { disk, tree } = this.#sources
    const file = await disk.openFile(image.diskPath)
    if (file === undefined || this.#readable.get(image) === file.mtimeMs) return file
    try {
      await file.readThrough()
    } catch (error) {
      if (isDamage(error)) {
        tree.noteFacts(image, file, partlyUnreadable)
        this.#sources.onError(error)
      }
      throw error
    }
    this.#readable.set(image, file.mtimeMs)
    return file
  }
}
