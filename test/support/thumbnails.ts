import { exifSegment, insertAt } from './orientation.ts'

interface Options {
  orientation?: number
  make?: string
  model?: string
  order?: 'BE' | 'LE'
}

/** Puts EXIF data with a small picture in them into a JPEG, as cameras do (EXIF 2.32, 4.5.5). */
export function withThumbnail(jpeg: Buffer, small: Uint8Array, options: Options = {}): Buffer {
  const { orientation = 1, make = 'Canon', model = 'Canon EOS 5D', order = 'BE' } = options
  const texts = Buffer.from(`${make}\0${model}\0`, 'latin1')
  const [first, second] = [8, 8 + 2 + 3 * 12 + 4]
  const textsAt = second + 2 + 2 * 12 + 4
  const smallAt = textsAt + texts.length
  const head = Buffer.alloc(textsAt)
  const put = (size: 2 | 4, value: number, at: number) =>
    order === 'BE' ? head.writeUIntBE(value, at, size) : head.writeUIntLE(value, at, size)
  const entry = (at: number, [tag, type, count, value]: readonly number[]) => {
    put(2, tag ?? 0, at)
    put(2, type ?? 0, at + 2)
    put(4, count ?? 0, at + 4)
    put(type === 3 ? 2 : 4, value ?? 0, at + 8)
  }
  head.write(order === 'BE' ? 'MM' : 'II', 'latin1')
  put(2, 42, 2)
  put(4, first, 4)
  put(2, 3, first)
  entry(first + 2, [0x010f, 2, make.length + 1, textsAt])
  entry(first + 14, [0x0110, 2, model.length + 1, textsAt + make.length + 1])
  entry(first + 26, [0x0112, 3, 1, orientation])
  put(4, second, second - 4)
  put(2, 2, second)
  entry(second + 2, [0x0201, 4, 1, smallAt])
  entry(second + 14, [0x0202, 4, 1, small.length])
  return insertAt(jpeg, 2, exifSegment(Buffer.concat([head, texts, small])))
}
