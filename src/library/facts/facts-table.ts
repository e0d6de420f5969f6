import { mix } from '../../lib/hash.ts'
import type { Image } from '../tree/nodes.ts'
import type { SavedImages } from '../tree/tree.ts'
import {
  pathHashOf,
  isIntact,
  readRecord,
  recordBytes,
  recordLength,
  serialOf,
} from './facts-record.ts'

/**
 * Finds the records of an earlier run by the hashes of their images' paths. It is what a `Map` of
 * numbers would be (open addressing, linear probing), filled with 100,000 pairs ten times as fast:
 * a start waits for it.
 */
export class FactsTable implements SavedImages {
  /** How many records there are, damaged and outdated ones included. */
  readonly recordCount: number
  /** How many of them are intact. */
  readonly intactCount: number
  /** The largest serial of any record. */
  readonly lastSerial: number
  readonly #view: DataView
  readonly #mask: number
  /** For each slot the number of its record, counted from 1; 0 where it is free. */
  readonly #slots: Uint32Array

  /** @param bytes records, of which later ones replace earlier ones. Damaged ones are left out. */
  constructor(bytes: Uint8Array) {
    this.recordCount = Math.floor(bytes.length / recordLength)
    const records = recordBytes(bytes)
    this.#view = records.view
    const slots = 2 ** Math.ceil(Math.log2(2 * this.recordCount + 2))
    this.#mask = slots - 1
    this.#slots = new Uint32Array(slots)
    let [intactCount, lastSerial] = [0, 0]
    for (let number = 1; number <= this.recordCount; number += 1) {
      const at = (number - 1) * recordLength
      if (!isIntact(records, at)) continue
      this.#slots[this.#slotOf(pathHashOf(this.#view, at))] = number
      intactCount += 1
      lastSerial = Math.max(lastSerial, serialOf(this.#view, at))
    }
    this.intactCount = intactCount
    this.lastSerial = lastSerial
  }

  restore(image: Image): boolean {
    const number = this.#slots[this.#slotOf(image.hash)] ?? 0
    const at = (number - 1) * recordLength
    if (number === 0 || serialOf(this.#view, at) === 0) return false
    readRecord(this.#view, at, image)
    return true
  }

  #slotOf(hash: number): number {
    let slot = mix(hash) & this.#mask
    for (;;) {
      const number = this.#slots[slot] ?? 0
      if (number === 0 || pathHashOf(this.#view, (number - 1) * recordLength) === hash) return slot
      slot = (slot + 1) & this.#mask
    }
  }
}
