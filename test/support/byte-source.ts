import type { ByteSource } from '../../src/formats/byte-reader.ts'
import { pictureFormats } from '../../src/formats/picture-formats.ts'

/** Bytes in memory, to be read as from a disk that gives at most so many at a time. */
export const sourceOf = (bytes: Uint8Array, most = Number.POSITIVE_INFINITY): ByteSource => ({
  size: bytes.length,
  read: async (into, position) => {
    const chunk = bytes.subarray(position, position + Math.min(into.length, most))
    into.set(chunk)
    return chunk.length
  },
})

/** The same, and how many bytes each read has taken. */
export function countedSource(bytes: Uint8Array) {
  const source = sourceOf(bytes)
  const reads: number[] = []
  const read: ByteSource['read'] = async (into, position) => {
    const length = await source.read(into, position)
    reads.push(length)
    return length
  }
  return { ...source, read, reads, total: () => reads.reduce((sum, length) => sum + length, 0) }
}

/** What is read of the header of a file in memory, or why there is none. */
export const headerOf = (bytes: Uint8Array) => pictureFormats.readHeader(sourceOf(bytes))

/** The header of what has to be a picture. */
export async function pictureHeader(bytes: Uint8Array) {
  const header = await headerOf(bytes)
  if (typeof header === 'string') throw new Error(header)
  return header
}
