import type { FirstFrame } from '../format.ts'
import { checksumLength, chunksOf, headLength, pngChunk, signature } from './png-chunks.ts'

/** Of `fcTL`: all that says where a frame lies. */
const controlLength = 20
/** `fdAT` begins with a number of its own. */
const sequenceLength = 4

/** More chunks than any encoder writes up to the end of the first frame. */
const maxChunks = 2000

/** The largest picture that is read for its frame, in bytes: an animation's frames are far smaller. */
const maxLength = 32 * 1024 ** 2

/** More frames than a chunk that says how many there are may say (11.3.6.1). */
const tooManyFrames = 2 ** 31

/**
 * Cuts the first frame out of an animated PNG whose default picture is none of its frames, for
 * programs that know no animation to show (PNG, third edition, 4.9 and 11.3.6).
 * @returns `undefined` for all other PNGs, whose picture is what decoders give, and for what is
 * damaged.
 */
export async function firstPngFrame(file: Blob): Promise<FirstFrame | undefined> {
  if (!(await hasOtherDefault(file)) || file.size > maxLength) return undefined
  const before: Buffer[] = []
  const data: Buffer[] = []
  let header: Buffer | undefined
  let control: Buffer | undefined
  for (const { type, content, bytes, isWhole } of chunksOf(await file.bytes(), maxChunks)) {
    if (!isWhole) break
    if (type === 'IHDR') header ??= content
    if (control === undefined) {
      if (type === 'fcTL' && content.length >= controlLength && sequence(content) === 0)
        control = content
      else if (!animationChunks.has(type)) before.push(bytes)
    } else if (type === 'fdAT' && sequence(content) === 1 + data.length)
      data.push(pngChunk('IDAT', content.subarray(sequenceLength)))
    else break
  }
  if (header === undefined || header.length < 13 || control === undefined || data.length === 0) {
    return undefined
  }
  const [width, height] = [control.readUInt32BE(4), control.readUInt32BE(8)]
  const [left, top] = [control.readUInt32BE(12), control.readUInt32BE(16)]
  const canvas = { width: header.readUInt32BE(0), height: header.readUInt32BE(4) }
  if (left + width > canvas.width || top + height > canvas.height) return undefined
  const still = Buffer.concat([control.subarray(4, 12), header.subarray(8)])
  const chunks = [pngChunk('IHDR', still), ...before, ...data, pngChunk('IEND', Buffer.alloc(0))]
  const frame = Buffer.concat([Buffer.from(signature, 'latin1'), ...chunks])
  return { file: new Blob([frame]), left, top, width, height, canvas }
}

/** Frames and their data are numbered throughout, from 0 (11.3.6.3). */
const sequence = (content: Buffer) =>
  content.length < sequenceLength ? undefined : content.readUInt32BE()

/** What the still picture has of its own, or has no use for. */
const animationChunks = new Set(['IHDR', 'IDAT', 'IEND', 'acTL', 'fcTL', 'fdAT'])

/** Whether a PNG is animated, and its data comes before the first of its frames. */
async function hasOtherDefault(file: Blob): Promise<boolean> {
  let isAnimated = false
  for (let at = signature.length, count = 0; count < maxChunks; count += 1) {
    const head = Buffer.from(await file.slice(at, at + headLength).arrayBuffer())
    if (head.length < headLength) return false
    const type = head.toString('latin1', 4)
    if (type === 'fcTL') return false
    if (type === 'IDAT') return isAnimated
    if (type === 'acTL') {
      const frames = await uint32At(file, at + headLength)
      isAnimated = frames > 0 && frames < tooManyFrames
    }
    at += headLength + head.readUInt32BE(0) + checksumLength
  }
  return false
}

/** Reads a number; 0 where the file ends before. */
async function uint32At(file: Blob, at: number): Promise<number> {
  const bytes = Buffer.from(await file.slice(at, at + 4).arrayBuffer())
  return bytes.length < 4 ? 0 : bytes.readUInt32BE()
}
