import type { FirstFrame } from '../format.ts'

const riffLength = 12
const headLength = 8
/** What comes before the chunks of a frame: its place, size, duration and flags. */
const frameHeadLength = 16

/** Bits of the flags of `VP8X`. */
const hasProfile = 0x20
const hasAlpha = 0x10
const isAnimated = 0x02

/** More chunks than any encoder puts before the first frame. */
const maxChunks = 64

/** The largest frame that is read, in bytes: the frame of an animation is far smaller. */
const maxFrame = 32 * 1024 ** 2

interface Chunk {
  name: string
  /** Where its content lies in the file. */
  start: number
  end: number
}

/**
 * Cuts the first frame out of an animated WebP into a still one, which decoders take (RFC 9649,
 * 2.7). Its chunks and the profile are left as they are.
 * @returns `undefined` for a still WebP, and for one whose frames can't be found.
 */
export async function firstWebpFrame(file: Blob): Promise<FirstFrame | undefined> {
  let canvas: { width: number; height: number } | undefined
  let profile: Chunk | undefined
  let at = riffLength
  for (let count = 0; count < maxChunks; count += 1) {
    const chunk = await chunkAt(file, at)
    if (chunk === undefined) return undefined
    const content = file.slice(chunk.start, Math.min(chunk.end, chunk.start + frameHeadLength))
    if (canvas === undefined) {
      const head = Buffer.from(await content.arrayBuffer())
      if (chunk.name !== 'VP8X' || head.length < 10) return undefined
      if ((head.readUInt8() & isAnimated) === 0) return undefined
      canvas = { width: 1 + head.readUIntLE(4, 3), height: 1 + head.readUIntLE(7, 3) }
    }
    if (chunk.name === 'ICCP') profile = chunk
    if (chunk.name === 'ANMF') {
      const head = Buffer.from(await content.arrayBuffer())
      if (head.length < frameHeadLength || chunk.end - chunk.start > maxFrame) return undefined
      return {
        file: await stillWebp(
          file,
          { ...chunk, start: chunk.start + frameHeadLength },
          head,
          profile,
        ),
        left: 2 * head.readUIntLE(0, 3),
        top: 2 * head.readUIntLE(3, 3),
        width: 1 + head.readUIntLE(6, 3),
        height: 1 + head.readUIntLE(9, 3),
        canvas,
      }
    }
    at = chunk.end + (chunk.end % 2)
  }
  return undefined
}

/** Chunks begin at even positions of the file; one that is cut off ends with it (2.3). */
async function chunkAt(file: Blob, at: number): Promise<Chunk | undefined> {
  const head = Buffer.from(await file.slice(at, at + headLength).arrayBuffer())
  if (head.length < headLength) return undefined
  const start = at + headLength
  const end = Math.min(file.size, start + head.readUInt32LE(4))
  return { name: head.toString('latin1', 0, 4), start, end }
}

/** Writes a still WebP around the chunks of a frame, which are its `ALPH` and `VP8 `, or `VP8L`. */
async function stillWebp(file: Blob, frame: Chunk, frameHead: Buffer, profile: Chunk | undefined) {
  const features = Buffer.alloc(10)
  features.writeUInt8(hasAlpha | (profile === undefined ? 0 : hasProfile))
  frameHead.copy(features, 4, 6, 12)
  const chunks: Uint8Array[] = [chunkHead('VP8X', features.length), features]
  if (profile !== undefined) {
    const content = await file.slice(profile.start, profile.end).bytes()
    chunks.push(chunkHead('ICCP', content.length), content)
    if (content.length % 2 === 1) chunks.push(Buffer.alloc(1))
  }
  chunks.push(await file.slice(frame.start, frame.end).bytes())
  const form = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...chunks])
  return new Blob([chunkHead('RIFF', form.length), form])
}

function chunkHead(name: string, length: number): Buffer<ArrayBuffer> {
  const head = Buffer.alloc(headLength)
  head.write(name, 'latin1')
  head.writeUInt32LE(length, 4)
  return head
}
