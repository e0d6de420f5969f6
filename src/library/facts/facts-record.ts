import { obstacles } from '../../formats/format.ts'
import { pictureFormats } from '../../formats/picture-formats.ts'
import { mix } from '../../lib/hash.ts'
import { imageProblems, type Image } from '../tree/nodes.ts'

/**
 * What is kept of an image over a restart, little-endian.
 *
 * | at | bytes | field |
 * |---|---|---|
 * | 0 | 4 | hash of the path |
 * | 4 | 4 | hash by which rounds order the image |
 * | 8 | 8 | time of the last modification in milliseconds (IEEE 754) |
 * | 16 | 8 | size in bytes, -1 while the file has not been probed (IEEE 754) |
 * | 24 | 4 + 4 | width and height in pixels, as displayed |
 * | 32 | 4 | date taken in seconds, 0 for none |
 * | 36 | 4 | serial; 0 once no image has the path |
 * | 40 | 1 | format: its number among all, 255 for none |
 * | 41 | 1 | problem: its number among all, 255 for none |
 * | 42 | 1 | obstacle to scaling: its number among all, 255 for none |
 * | 43 | 1 | stars, 0 for none |
 * | 44 | 4 | checksum of all that, and of the layout |
 */
const [serialAt, checksumAt] = [36, 44]
export const recordLength = checksumAt + 4

/** The bytes of records. */
export interface RecordBytes {
  view: DataView
  /** The same as words: a start takes the checksums of all, and reads words in half of the time. */
  words: Uint32Array
}

/** Looks at bytes as records. All platforms of Bun are little-endian, as words have to be. */
export function recordBytes(bytes: Uint8Array): RecordBytes {
  const { buffer, byteOffset, length } = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice()
  return {
    view: new DataView(buffer, byteOffset, length),
    words: new Uint32Array(buffer, byteOffset, Math.floor(length / 4)),
  }
}

/** Records of another layout, or whose numbers stand for something else, don't pass for records of this one. */
const layout = Bun.hash.murmur32v3(
  JSON.stringify([
    pictureFormats.formats.map(({ type }) => type),
    imageProblems,
    obstacles,
    ['rating'],
  ]),
)

/**
 * Writes the record of a path into bytes that are zero.
 * @param image the one that has the path; `undefined` where none has it any more.
 */
export function writeRecord(
  { view, words }: RecordBytes,
  at: number,
  pathHash: number,
  image: Image | undefined,
): void {
  view.setUint32(at, pathHash, true)
  if (image !== undefined) {
    view.setUint32(at + 4, image.hash, true)
    view.setFloat64(at + 8, image.mtimeMs, true)
    view.setFloat64(at + 16, image.size, true)
    view.setUint32(at + 24, image.width, true)
    view.setUint32(at + 28, image.height, true)
    view.setUint32(at + 32, image.taken, true)
    view.setUint32(at + serialAt, image.serial, true)
    const format = pictureFormats.formats.findIndex(({ type }) => type === image.type)
    const problem = imageProblems.findIndex((each) => each === image.problem)
    const obstacle = obstacles.findIndex((each) => each === image.obstacle)
    // As a byte, -1 for none is 255.
    view.setUint8(at + 40, format)
    view.setUint8(at + 41, problem)
    view.setUint8(at + 42, obstacle)
    view.setUint8(at + 43, image.rating)
  }
  view.setUint32(at + checksumAt, checksum(words, at), true)
}

/** Whether a record is what was written. */
export const isIntact = (records: RecordBytes, at: number) =>
  records.words[(at + checksumAt) / 4] === checksum(records.words, at) && hasSerial(records, at)

/** Whether a record has a serial that an image can have, or 0 for none; that of the seal is another. */
export const hasSerial = ({ view }: RecordBytes, at: number) => serialOf(view, at) <= maxSerial

/** The hash of the path of a record's image. */
export const pathHashOf = (view: DataView, at: number) => view.getUint32(at, true)

/** The largest serial that is kept: rounds have a bit for each that there may be. */
export const maxSerial = 2 ** 26

/** The serial of the image of a record, 0 where there is none. */
export const serialOf = (view: DataView, at: number) => view.getUint32(at + serialAt, true)

/**
 * What a file of many records begins with, so that a start need not look at each of those that were
 * written with it: in place of a record, with a serial that is none.
 */
export interface Seal {
  /** How many records follow that were written at the same time. */
  count: number
  /** Their CRC-32. */
  checksum: number
  /** The largest serial that any of them has. */
  lastSerial: number
  /** How many bytes of tags there were at that time, and their CRC-32. */
  tagsLength: number
  tagsChecksum: number
}

const noSerial = 2 ** 32 - 1

/** Writes the seal in place of the first record. */
export function writeSeal({ words }: RecordBytes, seal: Seal): void {
  words.set([seal.count, seal.checksum, seal.lastSerial, seal.tagsLength, seal.tagsChecksum])
  words[serialAt / 4] = noSerial
  words[checksumAt / 4] = checksum(words, 0)
}

/** Gives the seal that a file begins with, if what it says of the records is true. */
export function readSeal({ words }: RecordBytes): Seal | undefined {
  if (words[serialAt / 4] !== noSerial || words[checksumAt / 4] !== checksum(words, 0))
    return undefined
  const [count = 0, sum = 0, lastSerial = 0, tagsLength = 0, tagsChecksum = 0] = words
  const sealed = words.subarray(recordLength / 4, ((count + 1) * recordLength) / 4)
  if (Bun.hash.crc32(sealed) !== sum || lastSerial > maxSerial) return undefined
  return { count, checksum: sum, lastSerial, tagsLength, tagsChecksum }
}

/** Gives an image what its record holds. */
export function readRecord(view: DataView, at: number, image: Image): void {
  image.hash = view.getUint32(at + 4, true)
  image.mtimeMs = view.getFloat64(at + 8, true)
  image.size = view.getFloat64(at + 16, true)
  image.width = view.getUint32(at + 24, true)
  image.height = view.getUint32(at + 28, true)
  image.taken = view.getUint32(at + 32, true)
  image.serial = serialOf(view, at)
  image.type = pictureFormats.formats[view.getUint8(at + 40)]?.type
  const problem = imageProblems[view.getUint8(at + 41)]
  const obstacle = obstacles[view.getUint8(at + 42)]
  const rating = view.getUint8(at + 43)
  if (problem === undefined && obstacle === undefined && rating === 0) return
  image.note({ problem, obstacle, rating })
}

function checksum(words: Uint32Array, at: number): number {
  let sum = layout
  for (let index = at / 4; index < (at + checksumAt) / 4; index += 1) {
    sum = mix(sum ^ (words[index] ?? 0))
  }
  return sum
}
