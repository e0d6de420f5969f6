import { latin, riffChunk, uint, webpOf } from './bytes.ts'

const little = (bytes: 1 | 2 | 3, value: number) => uint(bytes, value, 'LE')

interface Place {
  left: number
  top: number
}

interface Frame extends Place {
  width: number
  height: number
  /** A still WebP. */
  still: Uint8Array
}

/** The chunks of a still WebP that hold its pixels. */
function pixelChunks(still: Uint8Array): Buffer {
  const file = Buffer.from(still)
  const isExtended = file.toString('latin1', 12, 16) === 'VP8X'
  return file.subarray(isExtended ? 30 : 12)
}

/** An animated WebP (RFC 9649, 2.7) of still ones, which lie on a canvas at even places. */
export function animatedWebp(width: number, height: number, frames: readonly Frame[]): Buffer {
  const features = [little(1, 0x12), Buffer.alloc(3), little(3, width - 1), little(3, height - 1)]
  const chunks = frames.map((frame) => {
    const place = [little(3, frame.left / 2), little(3, frame.top / 2)]
    const size = [little(3, frame.width - 1), little(3, frame.height - 1)]
    const head = [...place, ...size, little(3, 100), little(1, 0)]
    return riffChunk('ANMF', Buffer.concat([...head, pixelChunks(frame.still)]))
  })
  const head = riffChunk('VP8X', Buffer.concat(features))
  return webpOf(head, riffChunk('ANIM', Buffer.alloc(6)), ...chunks)
}

/** A GIF of 60 × 40 whose only frame is 30 × 20, all red, anywhere on it (GIF89a, 18 and 20). */
export function gifWithFrameAt({ left, top }: Place): Buffer {
  const screen = [latin('GIF89a'), little(2, 60), little(2, 40), little(1, 0x80), little(2, 0)]
  const colours = Buffer.of(220, 30, 30, 0, 0, 0)
  const descriptor = [
    little(1, 0x2c),
    little(2, left),
    little(2, top),
    little(2, 30),
    little(2, 20),
    little(1, 0),
  ]
  const data = codesOf(30 * 20)
  return Buffer.concat([...screen, colours, ...descriptor, data, little(1, 0x3b)])
}

/** Pixels of the first colour: each code behind one that clears the table, 3 bits each (22, F). */
function codesOf(count: number): Buffer {
  const [clear, end] = [4, 5]
  const codes = [...Array.from({ length: count }, () => [clear, 0]).flat(), end]
  const bytes = Buffer.alloc(Math.ceil((3 * codes.length) / 8))
  codes.forEach((code, index) => {
    for (let bit = 0; bit < 3; bit += 1) {
      const place = 3 * index + bit
      const byte = Math.floor(place / 8)
      bytes[byte] = (bytes[byte] ?? 0) | (((code >> bit) & 1) << (place % 8))
    }
  })
  const blocks: Buffer[] = [little(1, 2)]
  for (let at = 0; at < bytes.length; at += 255) {
    const block = bytes.subarray(at, at + 255)
    blocks.push(little(1, block.length), block)
  }
  return Buffer.concat([...blocks, little(1, 0)])
}
