import type { Disk } from '../disk/disk.ts'
import type { StagedFile } from '../disk/staging/staged-file.ts'
import { fileNames } from '../disk/file-names.ts'
import { type Folder, type Image } from '../library/tree/nodes.ts'
import { sampleOf } from '../formats/byte-reader.ts'

interface Sampled {
  size: number
  mtimeMs: number
  sample: bigint | undefined
}

/** Samples of images that have the name and the size of an uploaded file. */
export class ImageSamples {
  readonly #disk: Disk
  readonly #samples = new WeakMap<Image, Sampled>()

  constructor(disk: Disk) {
    this.#disk = disk
  }

  /** The size of an image that may not have been probed yet; `undefined` when its file is gone. */
  async sizeOf(image: Image): Promise<number | undefined> {
    if (image.size >= 0) return image.size
    return (await this.#disk.fileFacts(image.diskPath))?.size
  }

  /** A sample of an image's content; `undefined` when its file is gone. */
  async sampleOf(image: Image): Promise<bigint | undefined> {
    const { size, mtimeMs } = image
    const known = this.#samples.get(image)
    if (known?.size === size && known.mtimeMs === mtimeMs) return known.sample
    const opened = await this.#disk.openFile(image.diskPath)
    try {
      const sample = opened && (await sampleOf(opened))
      this.#samples.set(image, { size, mtimeMs, sample })
      return sample
    } finally {
      opened?.release()
    }
  }
}

/** Images of one size. */
interface Alike {
  bySample: Map<bigint, Image[]>
  unsampled: Image[]
}

/**
 * The images of a folder that have one name, `name.jpg`, `name-1.jpg` and so on, as far as they
 * were looked at. A phone may send thousands of pictures under one name, often of one size.
 */
export class NameSeries {
  readonly #folder: Folder
  readonly #wanted: string
  readonly #samples: ImageSamples
  readonly #bySize = new Map<number, Alike>()
  #number = 0

  constructor(folder: Folder, wanted: string, samples: ImageSamples) {
    this.#folder = folder
    this.#wanted = wanted
    this.#samples = samples
  }

  /** The first name that was not looked at. */
  get nextName(): string {
    return fileNames.numbered(this.#wanted, this.#number)
  }

  /** Whether the next name is free, or its image may hold the bytes of a file. */
  async canTakeNext(file: StagedFile): Promise<boolean> {
    const image = this.#folder.images.get(this.nextName)
    if (image === undefined) return true
    const size = await this.#samples.sizeOf(image)
    if (size !== file.size) return size === undefined
    const sample = await this.#samples.sampleOf(image)
    return sample === undefined || sample === (await file.sample())
  }

  /** Goes on to the next name. Whoever has the last one is remembered. */
  async pass(): Promise<void> {
    const image = this.#folder.images.get(this.nextName)
    const size = image && (await this.#samples.sizeOf(image))
    if (image !== undefined && size !== undefined) {
      const others: Alike = this.#bySize.get(size) ?? { bySample: new Map(), unsampled: [] }
      this.#bySize.set(size, others)
      others.unsampled.push(image)
    }
    this.#number += 1
  }

  /** Finds the images looked at that may hold the bytes of a file. */
  async alike(file: StagedFile): Promise<readonly Image[]> {
    const others = this.#bySize.get(file.size)
    if (others === undefined) return []
    for (const image of others.unsampled.splice(0)) {
      const sample = await this.#samples.sampleOf(image)
      if (sample === undefined) continue
      const same = others.bySample.get(sample) ?? []
      others.bySample.set(sample, same)
      same.push(image)
    }
    return others.bySample.get(await file.sample()) ?? []
  }
}
