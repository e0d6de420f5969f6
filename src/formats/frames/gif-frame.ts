import { ByteReader } from '../byte-reader.ts'
import type { FirstFrame } from './first-frame.ts'
import { skipColours, skipData } from './gif-blocks.ts'

const screenLength = 13
const extension = 0x21
const imageDescriptor = 0x2c
const nothing = 0x00

/** Comments and metadata before the first frame are far smaller. */
const maxBefore = 1024 ** 2
const windowLength = 16 * 1024

/**
 * Finds where the first frame of a GIF lies on its screen (GIF89a, 18 and 20): decoders give the
 * frame alone. The screen is widened to hold a frame that reaches beyond it, as browsers do.
 * @returns `undefined` where no frame can be found.
 */
export async function firstGifFrame(file: Blob): Promise<FirstFrame | undefined> {
  const reader = new ByteReader(beginningOf(file), { windowLength, leaps: false })
  const screen = await reader.take(screenLength)
  if (screen === undefined || !(await skipColours(reader, screen.readUInt8(10)))) return undefined
  for (;;) {
    const block = (await reader.take(1))?.readUInt8()
    if (block === nothing) continue
    if (block === imageDescriptor) break
    if (block !== extension || !(await reader.skip(1)) || !(await skipData(reader))) {
      return undefined
    }
  }
  const descriptor = await reader.take(8)
  if (descriptor === undefined) return undefined
  const [left, top] = [descriptor.readUInt16LE(0), descriptor.readUInt16LE(2)]
  const [width, height] = [descriptor.readUInt16LE(4), descriptor.readUInt16LE(6)]
  const canvas = {
    width: Math.max(screen.readUInt16LE(6), left + width),
    height: Math.max(screen.readUInt16LE(8), top + height),
  }
  return { file, left, top, width, height, canvas }
}

const beginningOf = (file: Blob) => ({
  size: Math.min(file.size, maxBefore),
  read: async (into: Uint8Array, position: number) => {
    const end = Math.min(maxBefore, position + into.length)
    const bytes = await file.slice(position, end).bytes()
    into.set(bytes)
    return bytes.length
  },
})
