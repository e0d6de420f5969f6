import type { SequentialReader } from './sequential-reader.ts'

const extension = 0x21
const imageDescriptor = 0x2c
const trailer = 0x3b
/** Some encoders write one terminator too many. */
const nothing = 0x00

/** Whether a GIF goes on, block by block, to its trailer (GIF89a, 27 and appendix B). */
export async function isWholeGif(file: SequentialReader): Promise<boolean> {
  const screen = await file.take(13)
  if (screen === undefined || !(await skipColours(file, screen.readUInt8(10)))) return false
  let hasImage = false
  for (;;) {
    const block = (await file.take(1))?.readUInt8()
    if (block === trailer) return hasImage
    if (block === nothing) continue
    if (block === extension) {
      if (!(await file.skip(1)) || !(await skipData(file))) return false
    } else if (block === imageDescriptor) {
      if (!(await skipImage(file))) return false
      hasImage = true
    } else return false
  }
}

/** What the descriptor says, the colours, how codes begin (22), and the codes. */
async function skipImage(file: SequentialReader): Promise<boolean> {
  const descriptor = await file.take(9)
  return (
    descriptor !== undefined &&
    (await skipColours(file, descriptor.readUInt8(8))) &&
    (await file.skip(1)) &&
    skipData(file)
  )
}

/** A colour table of three bytes each, if the flags say that there is one (18 c, 20 c). */
const skipColours = (file: SequentialReader, flags: number) =>
  file.skip(flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

/** Sub-blocks of at most 255 bytes, each behind its length, up to an empty one (15). */
async function skipData(file: SequentialReader): Promise<boolean> {
  for (;;) {
    const length = (await file.take(1))?.readUInt8()
    if (length === 0) return true
    if (length === undefined || !(await file.skip(length))) return false
  }
}
