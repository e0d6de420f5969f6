export const latin = (text: string) => Buffer.from(text, 'latin1')

export function uint(bytes: 1 | 2 | 3 | 4, value: number, endian: 'BE' | 'LE'): Buffer {
  const buffer = Buffer.alloc(bytes)
  if (endian === 'BE') buffer.writeUIntBE(value, 0, bytes)
  else buffer.writeUIntLE(value, 0, bytes)
  return buffer
}

/** A chunk of a RIFF file, as WebP is one. */
export const riffChunk = (name: string, content: Uint8Array) =>
  Buffer.concat([
    latin(name),
    uint(4, content.length, 'LE'),
    content,
    Buffer.alloc(content.length % 2),
  ])

export const webpOf = (...chunks: Uint8Array[]) =>
  riffChunk('RIFF', Buffer.concat([latin('WEBP'), ...chunks]))
