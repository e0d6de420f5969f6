import type { ByteReader } from '../byte-reader.ts'

const [riffLength, headLength] = [12, 8]

/** More chunks than any encoder writes around a still picture, or before the first frame of a film. */
const maxChunks = 64

/**
 * Yields the first chunks of a WebP, which begin at even positions (RFC 9649, 2.3), and where the
 * content of each lies. The reader then stands there, and the caller may take some of it.
 */
export async function* chunksOf(reader: ByteReader) {
  await reader.skip(riffLength)
  for (let count = 0; count < maxChunks; count += 1) {
    const head = await reader.take(headLength)
    if (head === undefined) return
    const [length, start] = [head.readUInt32LE(4), reader.position]
    yield { name: head.toString('latin1', 0, 4), start, length }
    if (!(await reader.skip(start + length + (length % 2) - reader.position))) return
  }
}

/** The bytes that a chunk begins with. */
export function chunkHead(name: string, length: number): Buffer<ArrayBuffer> {
  const head = Buffer.alloc(headLength)
  head.write(name, 'latin1')
  head.writeUInt32LE(length, 4)
  return head
}
