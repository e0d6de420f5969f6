import type { Bytes } from '../lib/bytes.ts'
import type { Obstacle, Size } from '../formats/format.ts'
import { pictureFormats, type ImageType } from '../formats/picture-formats.ts'
import { Queue } from '../lib/waiting/queue.ts'
import { LruMap } from '../lib/lru-map.ts'
import { AppError, busy } from '../errors.ts'
import type { FileFacts } from '../disk/files/facts.ts'
import type { OpenedFile } from '../disk/files/opened-file.ts'
import type { SystemDecoder } from '../disk/processes/system-decoder.ts'
import type { DiskCache } from '../disk/rendition-cache.ts'
import type { DecodeJournal } from './decoding/decode-journal.ts'
import { DecodedPictures, type Decoding, type EncodedPicture } from './decoding/decoded-pictures.ts'
import { UnscalableError } from './decoding/unscalable.ts'
import { outcomeOf } from './layout.ts'
import type { MemoryLeft } from './memory.ts'
import type { RunCostly } from './renderer.ts'
import { mediaTypeOf, renditionOf, type Rendition, type RenditionRequest } from './request.ts'
import { Requesters, type Requester } from './requesters.ts'

/** What is sent: bytes, or a file that the system has in memory. */
export type ImageContent = Blob | Bytes

/** How many requests may wait for renditions. */
const maxWaiting = 64

/** An image, or a rendition of it, found and opened. `release` it when it was sent. */
export interface ImageFile {
  /** Differs whenever the bytes do: an entity tag without its quotes. */
  version: string
  mtimeMs: number
  /** By content; `application/octet-stream` when it is no picture. */
  mediaType: string
  /**
   * Gives the content, at once where nothing has to be read or made; it has to be sent at once, too.
   * A rendition is made only here.
   * @param requester is called only where the content has to be read or made.
   * @throws INVALID_REQUEST when the picture can't be scaled; BUSY when too many wait for others;
   * the reason of the requester's signal once it aborts.
   */
  load: (requester: () => Requester) => ImageContent | Promise<ImageContent>
  /** Gives a range of the bytes where `load` would hold up others; releases the file at its end. */
  stream?: (first: number, last: number) => ReadableStream<Uint8Array>
  /** Of a rendition: whether it is made already. */
  isMade?: () => Promise<boolean>
  /** The size in bytes, where it is known before the bytes are. */
  size: number | undefined
  /** Closes the file; a rendition has none open. */
  release?: () => void
}

/** What is known of the picture that a rendition is made of. Its size in pixels is as displayed. */
interface SourceFacts extends FileFacts, Size {
  type: ImageType
  hash: number
}

interface RenditionsOptions {
  cache: DiskCache
  /** How much is kept in memory, too, in bytes. */
  recentBytes: number
  /** How many pictures are decoded side by side. */
  concurrency: number
  memoryLeft: MemoryLeft
  /** For the formats that take a decoder of the system; `undefined` where it has none. */
  decoder: SystemDecoder | undefined
  /** Knows which pictures not to try again. */
  journal: Pick<DecodeJournal, 'run'>
}

/**
 * Makes renditions: few at a time, of those who ask for the one that got least lately, and the same one once. What was made
 * is kept in the cache.
 */
export class Renditions {
  readonly #options: RenditionsOptions
  /** What several frames show, or one asks for again, costs no read of the disk. */
  readonly #recent: LruMap<string, Bytes>
  readonly #queue: Queue<Bytes>
  /** For pictures that a program of the system decodes first, which may take a minute. */
  readonly #slowQueue: Queue<Bytes>
  readonly #requesters = new Requesters()
  readonly #memoryLeft: MemoryLeft
  readonly #decoded: DecodedPictures | undefined

  constructor(options: RenditionsOptions) {
    const { cache, concurrency, memoryLeft, decoder, recentBytes } = options
    this.#options = options
    // A large one would evict most of the others.
    const [capacity, maxWeight] = [recentBytes, recentBytes / 4]
    this.#recent = new LruMap({ capacity, maxWeight, weigh: ({ length }) => length })
    const refuse = () => busy('Too many pictures are being scaled. Ask again', 5)
    const bounds = { capacity: maxWaiting, refuse }
    this.#queue = new Queue({ ...bounds, concurrency })
    this.#slowQueue = new Queue({ ...bounds, concurrency: 1 })
    this.#memoryLeft = () => memoryLeft() / concurrency
    this.#decoded = decoder && new DecodedPictures(decoder, this.#memoryLeft, cache)
  }

  /**
   * Prepares a rendition for sending. Its source is opened only when it has to be made.
   * @param onObstacle is called when the picture turns out to be one that can't be scaled.
   */
  rendition(
    path: string,
    { type, hash, size, mtimeMs, width, height }: SourceFacts,
    request: RenditionRequest,
    openSource: () => Promise<OpenedFile | undefined>,
    onObstacle: (obstacle: Obstacle) => void,
  ): ImageFile {
    const rendition = renditionOf(request, type)
    const outcome = outcomeOf({ width, height }, rendition)
    const content = contentVersion({ hash, size, mtimeMs })
    const version = `${content}-${outcome}`
    const key = `${path}\n${version}`
    const encoded = pictureFormats.decoderTypes.has(type)
      ? { type, width, height, key: `${path}\n${content}` }
      : undefined
    const make = async (decoding: Decoding) => {
      // Loaded with the first rendition: a start does not wait for it.
      const { render } = await import('./renderer.ts')
      using source = await openSource()
      try {
        if (source?.size !== size || source.mtimeMs !== mtimeMs) throw replaced()
        const runCostly: RunCostly = (decode) =>
          this.#options.journal.run(`${path}\n${content}`, decode)
        if (encoded === undefined || this.#decoded === undefined) {
          return await render(source, type, rendition, this.#memoryLeft, runCostly, decoding)
        }
        const { signal, alone } = decoding
        const decoded = await this.#decoded.get(encoded, source, decoding)
        return await alone(() =>
          render(decoded, 'jpg', rendition, this.#memoryLeft, runCostly, { signal }),
        )
      } catch (error) {
        if (error instanceof UnscalableError) onObstacle(error.obstacle)
        throw error
      }
    }
    return {
      version,
      mtimeMs,
      mediaType: mediaTypeOf(rendition.type),
      load: (requester) =>
        this.#findRecent(key) ?? this.#getOrMake(key, rendition, requester(), make, encoded),
      isMade: async () =>
        this.#recent.get(key) !== undefined || (await this.#options.cache.has(key)),
      size: undefined,
    }
  }

  #findRecent(key: string): Bytes | undefined {
    const bytes = this.#recent.get(key)
    if (bytes !== undefined) this.#options.cache.touch(key)
    return bytes
  }

  /**
   * Gives a rendition from the cache, or makes it.
   * @param key names the rendition and the exact content that it is of.
   * @param encoded what it is of, where a program of the system decodes that.
   */
  async #getOrMake(
    key: string,
    rendition: Rendition,
    requester: Requester,
    make: (decoding: Decoding) => Promise<Bytes>,
    encoded: EncodedPicture | undefined,
  ): Promise<Bytes> {
    const waiter = this.#requesters.waiterFor(requester, rendition)
    const kept = await this.#options.cache.get(key)
    if (kept !== undefined) {
      this.#recent.set(key, kept)
      return kept
    }
    const isSlow = encoded !== undefined && (await this.#decoded?.holds(encoded)) !== true
    const queue = isSlow ? this.#slowQueue : this.#queue
    return queue.run(key, waiter, async ({ signal, giveWay }) => {
      const alone = (task: () => Promise<Bytes>) =>
        isSlow ? this.#queue.run(`${key}\nstep`, { ...waiter, signal }, task) : task()
      const bytes = this.#recent.get(key) ?? (await make({ signal, giveWay, alone }))
      this.#recent.set(key, bytes)
      await this.#options.cache.put(key, bytes)
      return bytes
    })
  }

  /** Waits a moment while one is made for a frame: not for the minute that a slow one can take. */
  whenIdle(): Promise<void> {
    return this.#queue.whenIdle()
  }
}

/** Prepares an open file for sending as it is. */
export const original = (
  { hash, type }: { hash: number; type: ImageType | undefined },
  { body, stream, size, mtimeMs, readThrough, release }: OpenedFile,
): ImageFile => ({
  ...(stream === undefined ? {} : { stream }),
  version: contentVersion({ hash, size, mtimeMs }),
  mtimeMs,
  mediaType: type === undefined ? 'application/octet-stream' : pictureFormats.get(type).mediaType,
  load: () => readThrough().then(() => body),
  size,
  release,
})

/** Prepares a small picture that a file holds for sending. */
export const thumbnail = (hash: number, file: FileFacts, bytes: Bytes): ImageFile => ({
  version: `${contentVersion({ hash, size: file.size, mtimeMs: file.mtimeMs })}-thumbnail`,
  mtimeMs: file.mtimeMs,
  mediaType: mediaTypeOf('jpg'),
  load: () => bytes,
  size: bytes.length,
})

/** With the path's hash: of two files that were copied together, all else may be the same. */
const contentVersion = ({ hash, size, mtimeMs }: FileFacts & { hash: number }) =>
  `${size.toString(36)}-${Math.round(mtimeMs * 1000).toString(36)}-${hash.toString(36)}`

const replaced = () =>
  new AppError('IMAGE_NOT_FOUND', 'The picture is being replaced. Ask again in a moment.')
