import type { ByteSource } from '../../src/formats/byte-reader.ts'

/** Bytes in memory, to be read as from a disk that gives at most so many at a time. */
export const sourceOf = (bytes: Uint8Array, most = Number.POSITIVE_INFINITY): ByteSource => ({
  size: bytes.length,
  read: async (into, position) => {
    const chunk = bytes.subarray(position, position + Math.min(into.length, most))
    into.set(chunk)
    return chunk.length
  },
})
