/** Fills a buffer from a position on, as far as the file goes; gives how many bytes it took. */
export type ReadAt = (into: Uint8Array, position: number) => Promise<number>

/** A file that is read from anywhere. */
export interface ByteSource {
  size: number
  read: ReadAt
}

/** Bytes of a file, fewer where it ends before. */
export async function readBytes(
  { size, read }: ByteSource,
  position: number,
  length: number,
): Promise<Buffer<ArrayBuffer>> {
  const buffer = Buffer.alloc(Math.max(0, Math.min(length, size - position)))
  return buffer.subarray(0, await read(buffer, position))
}
