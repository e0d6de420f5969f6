import { AppError } from '../../errors.ts'
import type { FileFacts, OpenedFile } from '../disk/disk.ts'
import type { DiskCache } from '../disk/rendition-cache.ts'
import { mediaTypes, type ImageType } from '../../formats/header.ts'
import { memoryLeft, type MemoryLeft } from './memory-budget.ts'
import type { MemoryCache } from './memory-cache.ts'
import { render } from './renderer.ts'
import { settle, type RenditionRequest } from './request.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** An image, or a rendition of it, found and opened. `release` it when it was sent. */
export interface ImageFile {
  /** Differs whenever the bytes do: an entity tag without its quotes. */
  version: string
  mtimeMs: number
  /** By content; `application/octet-stream` when it is no picture. */
  mediaType: string
  /**
   * Gives the bytes, at once where nothing has to be read or made; they have to be sent at once,
   * too. A rendition is made only here.
   * @throws INVALID_REQUEST when the picture can't be scaled.
   */
  load: () => Blob | Bytes | Promise<Bytes>
  /** The size in bytes, where it is known before the bytes are. */
  size: number | undefined
  /** Closes the file; a rendition has none open. */
  release?: () => Promise<void>
}

/**
 * Makes renditions: few at a time, and the same one once, however many ask for it at once. What
 * was made is kept in the cache.
 */
export class Renditions {
  readonly #cache: DiskCache
  readonly #recent: MemoryCache
  readonly #waiting: (() => void)[] = []
  readonly #underWay = new Map<string, Promise<Bytes>>()
  readonly #memoryLeft: MemoryLeft
  #free: number

  /** @param concurrency how many pictures are decoded side by side. */
  constructor(
    cache: DiskCache,
    recent: MemoryCache,
    concurrency: number,
    memory: MemoryLeft = memoryLeft,
  ) {
    this.#cache = cache
    this.#recent = recent
    this.#free = concurrency
    this.#memoryLeft = () => memory() / concurrency
  }

  /** Prepares a rendition for sending. Its source is opened only when it has to be made. */
  rendition(
    path: string,
    { type, hash, size, mtimeMs }: FileFacts & { type: ImageType; hash: number },
    request: RenditionRequest,
    openSource: () => Promise<OpenedFile | undefined>,
  ): ImageFile {
    const rendition = settle(request, type)
    const { width, height, quality } = rendition
    const content = contentVersion({ hash, size, mtimeMs })
    const version = `${content}-${width}-${height}-${rendition.type}-${quality}`
    const key = `${path}\n${version}`
    const make = async () => {
      const source = await openSource()
      try {
        if (source?.size !== size || source.mtimeMs !== mtimeMs) throw replaced()
        return await render(source.body, type, rendition, this.#memoryLeft)
      } finally {
        await source?.release()
      }
    }
    return {
      version,
      mtimeMs,
      mediaType: mediaTypes[rendition.type],
      load: () => this.#findRecent(key) ?? this.#cache.find(key) ?? this.#get(key, make),
      size: undefined,
    }
  }

  #findRecent(key: string): Bytes | undefined {
    const bytes = this.#recent.find(key)
    if (bytes !== undefined) this.#cache.touch(key)
    return bytes
  }

  /**
   * Gives a rendition from the cache, or makes it.
   * @param key names the rendition and the exact content that it is of.
   */
  async #get(key: string, make: () => Promise<Bytes>): Promise<Bytes> {
    const underWay = this.#underWay.get(key)
    if (underWay !== undefined) return underWay
    const getting = this.#getOrMake(key, make).finally(() => this.#underWay.delete(key))
    this.#underWay.set(key, getting)
    return getting
  }

  async #getOrMake(key: string, make: () => Promise<Bytes>): Promise<Bytes> {
    const bytes = (await this.#cache.get(key)) ?? (await this.#make(key, make))
    this.#recent.put(key, bytes)
    return bytes
  }

  async #make(key: string, make: () => Promise<Bytes>): Promise<Bytes> {
    await this.#enter()
    try {
      const bytes = await make()
      await this.#cache.put(key, bytes)
      return bytes
    } finally {
      this.#leave()
    }
  }

  async #enter(): Promise<void> {
    if (this.#free > 0) this.#free -= 1
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  #leave(): void {
    const next = this.#waiting.shift()
    if (next === undefined) this.#free += 1
    else next()
  }
}

/** Prepares an open file for sending as it is. */
export const original = (
  { hash, type }: { hash: number; type: ImageType | undefined },
  { body, size, mtimeMs, release }: OpenedFile,
): ImageFile => ({
  version: contentVersion({ hash, size, mtimeMs }),
  mtimeMs,
  mediaType: type === undefined ? 'application/octet-stream' : mediaTypes[type],
  load: () => body,
  size,
  release,
})

/** With the path's hash: of two files that were copied together, all else may be the same. */
const contentVersion = ({ hash, size, mtimeMs }: FileFacts & { hash: number }) =>
  `${size.toString(36)}-${Math.round(mtimeMs * 1000).toString(36)}-${hash.toString(36)}`

const replaced = () =>
  new AppError('IMAGE_NOT_FOUND', 'The picture is being replaced. Ask again in a moment.')
