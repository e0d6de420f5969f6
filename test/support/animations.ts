const latin = (text: string) => Buffer.from(text, 'latin1')

function uint(bytes: number, value: number): Buffer {
  const buffer = Buffer.alloc(bytes)
  buffer.writeUIntLE(value, 0, bytes)
  return buffer
}

const webpChunk = (name: string, content: Uint8Array) =>
  Buffer.concat([latin(name), uint(4, content.length), content, Buffer.alloc(content.length % 2)])

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
  const features = [uint(1, 0x12), Buffer.alloc(3), uint(3, width - 1), uint(3, height - 1)]
  const chunks = frames.map((frame) => {
    const place = [uint(3, frame.left / 2), uint(3, frame.top / 2)]
    const size = [uint(3, frame.width - 1), uint(3, frame.height - 1)]
    const head = [...place, ...size, uint(3, 100), uint(1, 0)]
    return webpChunk('ANMF', Buffer.concat([...head, pixelChunks(frame.still)]))
  })
  const form = Buffer.concat([
    latin('WEBP'),
    webpChunk('VP8X', Buffer.concat(features)),
    webpChunk('ANIM', Buffer.alloc(6)),
    ...chunks,
  ])
  return Buffer.concat([latin('RIFF'), uint(4, form.length), form])
}

/** A GIF of 60 × 40 whose only frame is 30 × 20, all red, anywhere on it (GIF89a, 18 and 20). */
export function gifWithFrameAt({ left, top }: Place): Buffer {
  const screen = [latin('GIF89a'), uint(2, 60), uint(2, 40), uint(1, 0x80), uint(2, 0)]
  const colours = Buffer.of(220, 30, 30, 0, 0, 0)
  const descriptor = [
    uint(1, 0x2c),
    uint(2, left),
    uint(2, top),
    uint(2, 30),
    uint(2, 20),
    uint(1, 0),
  ]
  const data = codesOf(30 * 20)
  return Buffer.concat([...screen, colours, ...descriptor, data, uint(1, 0x3b)])
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
  const blocks: Buffer[] = [uint(1, 2)]
  for (let at = 0; at < bytes.length; at += 255) {
    const block = bytes.subarray(at, at + 255)
    blocks.push(uint(1, block.length), block)
  }
  return Buffer.concat([...blocks, uint(1, 0)])
}
