import type { ByteReader } from '../byte-reader.ts'

/** What blocks begin with (GIF89a, 20, 23 to 27). */
export const imageDescriptor = 0x2c
export const extension = 0x21
export const trailer = 0x3b
/** Some encoders write one terminator too many. */
export const nothing = 0x00

/** Whether the flags say that a colour table follows (18 c, 20 c). */
export const hasColours = (flags: number) => (flags & 0x80) !== 0

/** A colour table of three bytes each, if the flags say that there is one. */
export const skipColours = (file: ByteReader, flags: number) =>
  file.skip(hasColours(flags) ? 3 * 2 ** ((flags & 7) + 1) : 0)

/**
 * Skips sub-blocks of at most 255 bytes, each behind its length, up to an empty one (15).
 * @returns false where the file ends before, or there are more than `most`.
 */
export async function skipData(
  file: ByteReader,
  most = Number.POSITIVE_INFINITY,
): Promise<boolean> {
  for (let count = 0; count <= most; count += 1) {
    const length = (await file.take(1))?.readUInt8()
    if (length === 0) return true
    if (length === undefined || !(await file.skip(length))) return false
  }
  return false
}
