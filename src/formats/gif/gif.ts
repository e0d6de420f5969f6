import type { ByteReader } from '../byte-reader.ts'
import type { Format, PictureFacts } from '../format.ts'
import {
  firstGifFrame,
  imageDescriptor,
  nextBlock,
  readGifStart,
  skipColours,
  skipData,
  trailer,
} from './gif-reader.ts'

/** GIF (GIF89a specification). */
export const gif: Format<'gif'> = {
  type: 'gif',
  name: 'GIF',
  mediaType: 'image/gif',
  extensions: ['gif'],
  hasSignature: (start) => start.startsWith('GIF87a') || start.startsWith('GIF89a'),
  readFacts,
  isWhole,
  firstFrame: firstGifFrame,
  maxPixels: 50e6,
  hasTransparency: true,
  rendersAs: 'png',
}

async function readFacts(reader: ByteReader): Promise<PictureFacts | undefined> {
  const start = await readGifStart(reader)
  if (start === undefined) return undefined
  const { canvas, hasColours, isDamaged } = start
  const obstacle = hasColours ? undefined : 'its palette is missing or damaged'
  return {
    ...canvas,
    orientation: 1,
    taken: 0,
    heldPerPixel: 4,
    obstacle: isDamaged ? 'its data is damaged' : obstacle,
  }
}

/** Whether a GIF goes on, block by block, to its trailer (27 and appendix B). */
async function isWhole(file: ByteReader): Promise<boolean> {
  const screen = await file.take(13)
  if (screen === undefined || !(await skipColours(file, screen.readUInt8(10)))) return false
  for (let images = 0; ; images += 1) {
    const block = await nextBlock(file)
    if (block === trailer) return images > 0
    if (block !== imageDescriptor || !(await skipImage(file))) return false
  }
}

/** What the descriptor says, the colours, how codes begin (22), and the codes. */
async function skipImage(file: ByteReader): Promise<boolean> {
  const descriptor = await file.take(9)
  return (
    descriptor !== undefined &&
    (await skipColours(file, descriptor.readUInt8(8))) &&
    (await file.skip(1)) &&
    skipData(file)
  )
}
