export const signature = '\x89PNG\r\n\x1a\n'

/** Length and type. */
export const headLength = 8
export const checksumLength = 4

/** A chunk of a PNG; where the file ends before it does, as much of it as there is. */
export interface PngChunk {
  type: string
  content: Buffer<ArrayBuffer>
  /** With its length, type and checksum. */
  bytes: Buffer<ArrayBuffer>
  isWhole: boolean
}

/** Walks over the chunks of a PNG, damaged or not (PNG, third edition, 5.3). */
export function* chunksOf(
  png: Uint8Array<ArrayBuffer>,
  most = Number.POSITIVE_INFINITY,
): Generator<PngChunk, void> {
  const file = Buffer.from(png.buffer, png.byteOffset, png.byteLength)
  for (let at = signature.length, count = 0; count < most; count += 1) {
    const start = at + headLength
    if (start + checksumLength > file.length) return
    const end = start + file.readUInt32BE(at)
    const next = end + checksumLength
    yield {
      type: file.toString('latin1', at + 4, start),
      content: file.subarray(start, end),
      bytes: file.subarray(at, next),
      isWhole: next <= file.length,
    }
    at = next
  }
}

/** Makes a chunk. */
export function pngChunk(type: string, content: Uint8Array): Buffer<ArrayBuffer> {
  const bytes = Buffer.alloc(headLength + content.length + checksumLength)
  bytes.writeUInt32BE(content.length)
  bytes.write(type, 4, 'latin1')
  bytes.set(content, headLength)
  bytes.writeUInt32BE(
    Bun.hash.crc32(bytes.subarray(4, -checksumLength)),
    bytes.length - checksumLength,
  )
  return bytes
}
