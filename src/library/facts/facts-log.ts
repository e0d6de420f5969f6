import type { StateFile } from '../../store/state-file.ts'
import { recordBytes, recordLength, writeRecord, writeSeal } from './facts-record.ts'
import { FactsTable } from './facts-table.ts'
import { TagTable } from './tag-table.ts'
import { imagesBelow, pathHash, type Image } from '../tree/nodes.ts'
import type { Tree } from '../tree/tree.ts'

/** How many records are sealed at least: fewer are looked at in no time. */
const leastSealed = 1000

/** How many records there may be beyond one for each image, and how many more for each of these. */
const maxOutdated = { some: 1000, share: 1 / 4 }

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

  /**
   * Reads what an earlier run has saved of images, their tags and descriptions. A file that is missing or can't be
   * read holds nothing, and one of another layout is written anew.
   */
  async read(): Promise<{ saved: FactsTable; tags: TagTable }> {
    const files = [this.#file, this.#tagsFile].map((file) => file.read().catch(() => undefined))
    const [bytes, tags] = await Promise.all(files)
    const saved = new FactsTable(bytes ?? new Uint8Array())
    this.#records = saved.intactCount === 0 ? 0 : saved.recordCount
    const { tagsLength = 0, tagsChecksum = 0 } = saved.seal ?? {}
    const isKnown = tags && Bun.hash.crc32(tags.subarray(0, tagsLength)) === tagsChecksum
    return { saved, tags: new TagTable(tags, isKnown ? tagsLength : 0) }
  }

  /**
   * Saves the images of the tree that have changed since the last time.
   * @throws FILE_SYSTEM_ERROR; they are saved with the next call then.
   */
  async save(tree: Tree): Promise<void> {
    const changed = [...tree.unsaved]
    if (changed.length === 0) return
    tree.unsaved.clear()
    try {
      const count = tree.root.imageCount + tree.trash.imageCount
      const most = count * (1 + maxOutdated.share) + maxOutdated.some
      const tags = tree.tags.takeUnsaved([tree.root, tree.trash])
      // The seal speaks of tags, too.
      const isOutdated = tags.position === undefined || this.#records + changed.length > most
      const isNew = this.#records === 0 || isOutdated
      const records = isNew ? wholeFile(tree) : recordsOf(changed)
      // First, and as of the same moment: what is saved as probed has its tags.
      if (tags.position === undefined) await this.#tagsFile.write(tags.bytes)
      else if (tags.bytes.length > 0) await this.#tagsFile.writeAt(tags.position, tags.bytes)
      if (isNew) await this.#file.write(records)
      else await this.#file.writeAt(this.#records * recordLength, records)
      this.#records = records.length / recordLength + (isNew ? 0 : this.#records)
    } catch (error) {
      // Whatever the files hold then, the next call replaces it.
      this.#records = 0
      tree.tags.noteFailure()
      for (const [hash, image] of changed) tree.unsaved.getOrInsert(hash, image)
      throw error
    }
  }
}

type HashedImage = readonly [pathHash: number, image: Image | undefined]

/** All images, in the order in which a scan finds them. */
function wholeFile(tree: Tree): Uint8Array {
  const images = [tree.root, tree.trash].flatMap((folder) => [...imagesBelow(folder)])
  const entries = images.map((image): HashedImage => [pathHash(image), image])
  if (entries.length < leastSealed) return recordsOf(entries)
  const bytes = recordsOf(entries, recordLength)
  writeSeal(recordBytes(bytes), {
    count: entries.length,
    checksum: Bun.hash.crc32(bytes.subarray(recordLength)),
    lastSerial: tree.lastSerial,
    ...tree.tags.seal,
  })
  return bytes
}

/** @param before how many bytes come before them. */
function recordsOf(entries: readonly HashedImage[], before = 0): Uint8Array {
  const bytes = new Uint8Array(before + entries.length * recordLength)
  const records = recordBytes(bytes)
  for (const [index, entry] of entries.entries()) {
    writeRecord(records, before + index * recordLength, ...entry)
  }
  return bytes
}
