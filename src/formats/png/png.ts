import type { ByteReader } from '../byte-reader.ts'
import type { Format } from '../format.ts'
import { attempt } from '../../lib/attempt.ts'
import { colourTypeAt, indexed, readFacts, signature } from './png-header.ts'

/** PNG, third edition. */
export const png: Format<'png'> = {
  type: 'png',
  name: 'PNG',
  mediaType: 'image/png',
  extensions: ['png'],
  hasSignature: (start) => start.startsWith(signature),
  readFacts,
  isWhole,
  maxPixels: 50e6,
  removeSideData,
  hasTransparency: true,
  rendersAs: 'png',
}

/** Chunks whose name begins with a capital are those without which there is no picture (5.4). */
const isCritical = (name: string) => /^[A-Z]/.test(name)

/** Whether all chunks to `IEND` are there, those of the picture with the right checksum (5.6). */
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

/** What a picture's pixels are made of (11.2 and 11.3.1), beside a palette. */
const pixelChunks = new Set(['IHDR', 'tRNS', 'IDAT', 'IEND'])

/** Length, type and checksum of a chunk (5.3). */
const aroundContent = 12

/** In bytes. The profiles of printers, the largest, take 2 MB. */
const maxProfile = 4 * 1024 ** 2

/**
 * Removes all chunks of a PNG that its pixels and their colours don't need. A decoder unpacks text
 * and profiles, which may become a thousand times as long, and refuses a palette at the wrong place
 * that no pixel is of.
 */
function removeSideData(png: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const file = Buffer.from(png.buffer, png.byteOffset, png.byteLength)
  let end = signature.length
  let hasProfile = false
  for (let at = signature.length; at + aroundContent <= file.length;) {
    const next = at + aroundContent + file.readUInt32BE(at)
    const type = file.toString('latin1', at + 4, at + 8)
    // Of several profiles none after the first counts, nor is worth unpacking.
    const isFirstProfile: boolean = type === 'iCCP' && !hasProfile
    hasProfile ||= isFirstProfile
    const isOfPixels = type === 'PLTE' ? file[colourTypeAt] === indexed : pixelChunks.has(type)
    if (isOfPixels || (isFirstProfile && isProfile(file.subarray(at + 8, next - 4)))) {
      file.copyWithin(end, at, next)
      end += Math.min(next, file.length) - at
    }
    at = next
  }
  return png.subarray(0, end)
}

/**
 * Unpacks the profile in a chunk, behind its name, a zero, and the method of its compression (11.3.2.3).
 * @returns `undefined` where it is damaged or longer than it may be.
 */
export function unpackProfile(content: Buffer, maxOutputLength = maxProfile) {
  // Loaded at its first use: the streams that it brings along would make the start longer.
  const { inflateSync } = process.getBuiltinModule('node:zlib')
  return attempt(() => inflateSync(content.subarray(content.indexOf(0) + 2), { maxOutputLength }))
}

const isProfile = (content: Buffer) => (unpackProfile(content)?.length ?? 0) > 0
