import type { StateFile } from '../../store/state-file.ts'
import { recordBytes, recordLength, writeRecord } from './facts-record.ts'
import { FactsTable } from './facts-table.ts'
import { TagTable } from './tag-table.ts'
import { imagesBelow, pathHash, type Image } from '../tree/nodes.ts'
import type { Tree } from '../tree/tree.ts'

/** How many outdated records the file may hold beyond one for each image. */
const maxOutdated = 1000

/**
 * Keeps the facts of all images over a restart in a file of records. Changes are appended, so that
 * an SD card is worn by little more than what changed; once most records are outdated, the file is
 * written anew. A record that is damaged is only missing: its image is probed again.
 */
export class FactsLog {
  readonly #file: StateFile
  readonly #tagsFile: StateFile
  /** How many records the file holds. */
  #records = 0

  constructor(file: StateFile, tagsFile: StateFile) {
    this.#file = file
    this.#tagsFile = tagsFile
  }

  /** Reads the tags of images that an earlier run has saved. */
  async readTags(): Promise<TagTable> {
    return new TagTable(await this.#tagsFile.read().catch(() => undefined))
  }

  /**
   * Reads what an earlier run has saved. A file that is missing or can't be read holds nothing, and
   * one of another layout is written anew.
   */
  async read(): Promise<FactsTable> {
    const bytes = await this.#file.read().catch(() => undefined)
    const table = new FactsTable(bytes ?? new Uint8Array())
    this.#records = table.intactCount === 0 ? 0 : table.recordCount
    return table
  }

  /**
   * Saves the images of the tree that have changed since the last time.
   * @throws FILE_SYSTEM_ERROR; they are saved with the next call then.
   */
  async save(tree: Tree): Promise<void> {
    const changed = new Map(tree.unsaved)
    if (changed.size === 0) return
    tree.unsaved.clear()
    try {
      const count = tree.root.imageCount + tree.trash.imageCount
      const isMostlyOutdated = this.#records + changed.size > 2 * count + maxOutdated
      const isNew = this.#records === 0 || isMostlyOutdated
      const images = isNew ? allImages(tree) : changed
      const records = recordsOf(images)
      // First, and as of the same moment: what is saved as probed has its tags.
      await this.#saveTags(tree)
      if (isNew) await this.#file.write(records)
      else await this.#file.writeAt(this.#records * recordLength, records)
      this.#records = images.size + (isNew ? 0 : this.#records)
    } catch (error) {
      // Whatever the files hold then, the next call replaces it.
      this.#records = 0
      tree.tags.noteFailure()
      for (const [hash, image] of changed) {
        if (!tree.unsaved.has(hash)) tree.unsaved.set(hash, image)
      }
      throw error
    }
  }

  async #saveTags(tree: Tree): Promise<void> {
    const { position, bytes } = tree.tags.takeUnsaved([tree.root, tree.trash])
    if (position === undefined) await this.#tagsFile.write(bytes)
    else if (bytes.length > 0) await this.#tagsFile.writeAt(position, bytes)
  }
}

const allImages = ({ root, trash }: Tree): Map<number, Image> =>
  new Map(
    [root, trash]
      .values()
      .flatMap(imagesBelow)
      .map((image) => [pathHash(image), image]),
  )

function recordsOf(images: ReadonlyMap<number, Image | undefined>): Uint8Array {
  const bytes = new Uint8Array(images.size * recordLength)
  const records = recordBytes(bytes)
  let at = 0
  for (const [hash, image] of images) {
    writeRecord(records, at, hash, image)
    at += recordLength
  }
  return bytes
}
