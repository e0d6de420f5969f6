import type { ByteReader } from '../byte-reader.ts'

/** A colour table of three bytes each, if the flags say that there is one (18 c, 20 c). */
export const skipColours = (file: ByteReader, flags: number) =>
  file.skip(flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

/** Sub-blocks of at most 255 bytes, each behind its length, up to an empty one (15). */
export async function skipData(file: ByteReader): Promise<boolean> {
  for (;;) {
    const length = (await file.take(1))?.readUInt8()
    if (length === 0) return true
    if (length === undefined || !(await file.skip(length))) return false
  }
}
