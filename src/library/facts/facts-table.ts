import { mix } from '../../lib/hash.ts'
import type { Image } from '../tree/nodes.ts'
import {
  hasSerial,
  isIntact,
  pathHashOf,
  readRecord,
  readSeal,
  recordBytes,
  recordLength,
  serialOf,
  type RecordBytes,
  type Seal,
} from './facts-record.ts'

/** How far from where it is looked for a record is found. */
const reach = 64

/**
 * Finds the records of an earlier run by the hashes of their images' paths. Most images come in the
 * order of the records that were written at once, and the others are few. For these it is what a `Map`
 * of numbers would be (open addressing, linear probing), filled ten times as fast: a start waits for it.
 */
export class FactsTable {
  /** How many records there are, damaged and outdated ones included. */
  readonly recordCount: number
  /** What holds for the records that were written at once. */
  readonly seal: Seal | undefined
  readonly #records: RecordBytes
  /** The number of the record that comes after the one that was found last, counted from 1. */
  #next = 2
  /** For each slot the number of its record; 0 where it is free. */
  #slots = new Uint32Array()
  /** How many records at the beginning are in no slot. */
  #skipped = 0
  #intactCount = 0
  #lastSerial = 0

  /** @param bytes records, of which later ones replace earlier ones. Damaged ones are left out. */
  constructor(bytes: Uint8Array) {
    this.recordCount = Math.floor(bytes.length / recordLength)
    this.#records = recordBytes(bytes)
    this.seal = readSeal(this.#records)
    this.#fill(this.seal === undefined ? 0 : this.seal.count + 1)
  }

  /** How many of them are intact, outdated ones included. */
  get intactCount(): number {
    return this.#intactCount + Math.max(this.#skipped - 1, 0)
  }

  /** The largest serial of any record. */
  get lastSerial(): number {
    return Math.max(this.#lastSerial, this.seal?.lastSerial ?? 0)
  }

  /** Gives a new image the serial and the facts that it had; false where none were saved. */
  restore(image: Image): boolean {
    const number = this.#find(image.hash)
    const { view } = this.#records
    const at = (number - 1) * recordLength
    if (number === 0 || serialOf(view, at) === 0) return false
    readRecord(view, at, image)
    return true
  }

  /** Gives the number of the last record that has a hash, 0 where none has. */
  #find(hash: number): number {
    const near = this.#findNear(hash)
    const later = this.#slots[this.#slotOf(hash)] ?? 0
    if (later > 0 || near > 0 || this.#skipped === 0) return later || near
    this.#fill(0)
    return this.#find(hash)
  }

  /** Looks for a record among those that are in no slot, where it is expected. */
  #findNear(hash: number): number {
    for (let distance = 0; distance < reach && this.#skipped > 0; distance += 1) {
      for (const number of [this.#next + distance, this.#next - distance]) {
        if (number < 2 || number > this.#skipped || this.#hashOf(number) !== hash) continue
        this.#next = number + 1
        return number
      }
    }
    return 0
  }

  /** Fills the slots with all records but so many. */
  #fill(skipped: number): void {
    const { recordCount } = this
    this.#skipped = skipped
    this.#slots = new Uint32Array(2 ** Math.ceil(Math.log2(2 * (recordCount - skipped) + 2)))
    this.#intactCount = 0
    const sealed = this.seal === undefined ? 0 : this.seal.count + 1
    for (let number = skipped + 1; number <= recordCount; number += 1) {
      const at = (number - 1) * recordLength
      if (number > sealed ? !isIntact(this.#records, at) : !hasSerial(this.#records, at)) continue
      this.#slots[this.#slotOf(this.#hashOf(number))] = number
      this.#intactCount += 1
      this.#lastSerial = Math.max(this.#lastSerial, serialOf(this.#records.view, at))
    }
  }

  #hashOf(number: number): number {
    return pathHashOf(this.#records.view, (number - 1) * recordLength)
  }

  #slotOf(hash: number): number {
    const mask = this.#slots.length - 1
    let slot = mix(hash) & mask
    for (;;) {
      const number = this.#slots[slot] ?? 0
      if (number === 0 || this.#hashOf(number) === hash) return slot
      slot = (slot + 1) & mask
    }
  }
}
