interface Options {
  orientation: number
  order?: 'BE' | 'LE'
  /** Where the directory lies. */
  at?: number
  /** The type of the field: 3 is a SHORT, which it has to be. */
  type?: number
  count?: number
}

/** EXIF data with nothing but an orientation (TIFF 6.0, section 2). */
export function orientationTiff(options: Options): Buffer {
  const { orientation, order = 'BE', at = 8, type = 3, count = 1 } = options
  const bytes = Buffer.alloc(at + 18)
  const put = (size: 2 | 4, value: number, offset: number) =>
    order === 'BE' ? bytes.writeUIntBE(value, offset, size) : bytes.writeUIntLE(value, offset, size)
  bytes.write(order === 'BE' ? 'MM' : 'II', 'latin1')
  put(2, 42, 2)
  put(4, at, 4)
  put(2, 1, at)
  put(2, 274, at + 2)
  put(2, type, at + 4)
  put(4, count, at + 6)
  put(type === 4 ? 4 : 2, orientation, at + 10)
  return bytes
}

export function segment(marker: number, content: Uint8Array): Buffer {
  const head = Buffer.of(0xff, marker, 0, 0)
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, content])
}

export const exifSegment = (tiff: Uint8Array) =>
  segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]))

export const insertAt = (bytes: Uint8Array, at: number, ...inserted: Uint8Array[]) =>
  Buffer.concat([bytes.subarray(0, at), ...inserted, bytes.subarray(at)])
