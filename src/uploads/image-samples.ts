import type { Disk } from '../disk/disk.ts'
import type { FileFacts } from '../disk/files/facts.ts'
import type { StagedFile } from '../disk/staging/staged-file.ts'
import type { Image } from '../library/tree/nodes.ts'
import { sampleOf } from '../formats/byte-reader.ts'

interface Sampled extends FileFacts {
  sample: bigint | undefined
}

/**
 * Compares images with uploaded files by their sizes and samples of their content. A phone may send
 * thousands of pictures under one name, often of one size: each is read once.
 */
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

  /** Whether an image may hold the bytes of a file, as far as a sample shows, or is gone. */
  async mayHold(image: Image, file: StagedFile): Promise<boolean> {
    const size = await this.sizeOf(image)
    if (size !== file.size) return size === undefined
    const sample = await this.#sampleOf(image)
    return sample === undefined || sample === (await file.sample())
  }

  async #sampleOf(image: Image): Promise<bigint | undefined> {
    const { size, mtimeMs } = image
    const known = this.#samples.get(image)
    if (known?.size === size && known.mtimeMs === mtimeMs) return known.sample
    using opened = await this.#disk.openFile(image.diskPath)
    const sample = opened && (await sampleOf(opened))
    this.#samples.set(image, { size, mtimeMs, sample })
    return sample
  }
}
