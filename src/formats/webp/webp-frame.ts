import { ByteReader, type ByteSource } from '../byte-reader.ts'
import type { FirstFrame, Size } from '../format.ts'
import { chunkHead, chunksOf } from './webp-chunks.ts'

/** What comes before the chunks of a frame: its place, size, duration and flags. */
const frameHeadLength = 16

/** Bits of the flags of `VP8X`. */
const hasProfile = 0x20
const hasAlpha = 0x10
const isAnimated = 0x02

/** The largest frame or profile that is read, in bytes: those of an animation are far smaller. */
const maxPart = 32 * 1024 ** 2

/**
 * Cuts the first frame out of an animated WebP into a still one, which decoders take (RFC 9649,
 * 2.7). Its chunks and the profile are left as they are.
 * @returns `undefined` for a still WebP, and for one whose frames can't be found.
 */
export async function firstWebpFrame(source: ByteSource): Promise<FirstFrame | undefined> {
  const reader = new ByteReader(source)
  let canvas: Size | undefined
  let profile: Buffer | undefined
  for await (const { name, start, length } of chunksOf(reader)) {
    if (canvas === undefined) {
      const head = name === 'VP8X' && length >= 10 ? await reader.take(10) : undefined
      if (head === undefined || (head.readUInt8() & isAnimated) === 0) return undefined
      canvas = { width: 1 + head.readUIntLE(4, 3), height: 1 + head.readUIntLE(7, 3) }
    }
    if (name === 'ICCP' && length <= maxPart) profile = await reader.take(length)
    if (name !== 'ANMF') continue
    const head = await reader.take(frameHeadLength)
    const end = Math.min(source.size, start + length)
    if (head === undefined || length < frameHeadLength || end - start > maxPart) return undefined
    const chunks = await reader.take(end - reader.position)
    if (chunks === undefined) return undefined
    return {
      file: stillWebp(chunks, head, profile),
      left: 2 * head.readUIntLE(0, 3),
      top: 2 * head.readUIntLE(3, 3),
      width: 1 + head.readUIntLE(6, 3),
      height: 1 + head.readUIntLE(9, 3),
      canvas,
    }
  }
  return undefined
}

/** Writes a still WebP around the chunks of a frame, which are its `ALPH` and `VP8 `, or `VP8L`. */
function stillWebp(frame: Buffer, frameHead: Buffer, profile: Buffer | undefined) {
  const features = Buffer.alloc(10)
  features.writeUInt8(hasAlpha | (profile === undefined ? 0 : hasProfile))
  frameHead.copy(features, 4, 6, 12)
  const chunks: Uint8Array[] = [chunkHead('VP8X', features.length), features]
  if (profile !== undefined)
    chunks.push(chunkHead('ICCP', profile.length), profile, Buffer.alloc(profile.length % 2))
  const form = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...chunks, frame])
  return Buffer.concat([chunkHead('RIFF', form.length), form])
}
