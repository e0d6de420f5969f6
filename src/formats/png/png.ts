import type { ByteReader } from '../byte-reader.ts'
import type { Format } from '../format.ts'
import { removeSideChunks } from './png-side-chunks.ts'
import { firstPngFrame } from './png-frame.ts'
import { signature } from './png-chunks.ts'
import { readFacts } from './png-header.ts'

/** PNG, third edition. */
export const png: Format<'png'> = {
  type: 'png',
  name: 'PNG',
  mediaType: 'image/png',
  extensions: ['png'],
  otherExtensions: [],
  hasSignature: (start) => start.startsWith(signature),
  readFacts,
  isWhole,
  firstFrame: firstPngFrame,
  maxPixels: 50e6,
  shrinksWhileDecoding: false,
  removeSideData: removeSideChunks,
  hasTransparency: true,
  rendersAs: 'png',
}

/** Chunks whose name begins with a capital are those without which there is no picture (5.4). */
const isCritical = (name: string) => /^[A-Z]/.test(name)

/**
 * Whether a PNG has all chunks to its `IEND`, and those that make the picture are as they were
 * written, by their checksums (5.3 and 5.6).
 */
async function isWhole(file: ByteReader): Promise<boolean> {
  await file.take(signature.length)
  let hasData = false
  for (;;) {
    const length = (await file.take(4))?.readUInt32BE()
    const name = await file.take(4)
    if (length === undefined || name === undefined) return false
    let sum = Bun.hash.crc32(name)
    const isThere = await file.skip(length, (chunk) => {
      sum = Bun.hash.crc32(chunk, sum)
    })
    const expected = (await file.take(4))?.readUInt32BE()
    if (!isThere || expected === undefined) return false
    const type = name.toString('latin1')
    if (isCritical(type) && expected !== sum) return false
    if (type === 'IEND') return hasData
    if (type === 'IDAT') hasData = true
  }
}
