import type { ImageType } from '../../src/formats/picture-formats.ts'
import { heifHeader, size } from './heif.ts'

interface Shape {
  width: number
  height: number
  /** Makes files of one shape differ in their bytes. */
  salt?: string | number
}

const latin = (text: string) => Buffer.from(text, 'latin1')

function uint(bytes: 1 | 2 | 3 | 4, value: number, endian: 'BE' | 'LE'): Buffer {
  const buffer = Buffer.alloc(bytes)
  if (endian === 'BE') buffer.writeUIntBE(value, 0, bytes)
  else buffer.writeUIntLE(value, 0, bytes)
  return buffer
}

function segment(marker: number, content: Uint8Array): Buffer {
  return Buffer.concat([Buffer.of(0xff, marker), uint(2, content.length + 2, 'BE'), content])
}

/** An EXIF block with nothing but an orientation (tag 274, a SHORT). */
function exif(orientation: number): Buffer {
  const entry = Buffer.concat([
    uint(2, 274, 'BE'),
    uint(2, 3, 'BE'),
    uint(4, 1, 'BE'),
    uint(2, orientation, 'BE'),
    uint(2, 0, 'BE'),
  ])
  const tiff = [latin('MM\0*'), uint(4, 8, 'BE'), uint(2, 1, 'BE'), entry, uint(4, 0, 'BE')]
  return segment(0xe1, Buffer.concat([latin('Exif\0\0'), ...tiff]))
}

interface JpegShape extends Shape {
  /** EXIF 1 to 8. */
  orientation?: number
  /** So many bytes of other segments come before the dimensions, as a camera's previews do. */
  before?: number
}

export function jpeg({ width, height, salt = '', orientation, before = 0 }: JpegShape): Buffer {
  const previews: Buffer[] = []
  for (let left = before; left > 0; left -= 60_000) {
    previews.push(segment(0xe2, Buffer.alloc(Math.min(left, 60_000))))
  }
  const size = [uint(2, height, 'BE'), uint(2, width, 'BE')]
  const component = Buffer.of(1, 1, 0x11, 0)
  return Buffer.concat([
    Buffer.of(0xff, 0xd8),
    segment(0xe0, latin('JFIF\0\x01\x01\0\0\x01\0\x01\0\0')),
    ...(orientation === undefined ? [] : [exif(orientation)]),
    ...previews,
    segment(0xc0, Buffer.concat([Buffer.of(8), ...size, component])),
    Buffer.of(0xff, 0xd9),
    latin(String(salt)),
  ])
}

export function png({ width, height, salt = '' }: Shape): Buffer {
  const size = [uint(4, width, 'BE'), uint(4, height, 'BE')]
  const header = [uint(4, 13, 'BE'), latin('IHDR'), ...size, Buffer.of(8, 6, 0, 0, 0)]
  return Buffer.concat([latin('\x89PNG\r\n\x1a\n'), ...header, Buffer.alloc(4), latin(`${salt}`)])
}

export function gif({ width, height, salt = '' }: Shape): Buffer {
  const size = [uint(2, width, 'LE'), uint(2, height, 'LE')]
  return Buffer.concat([latin('GIF89a'), ...size, Buffer.of(0, 0, 0, 0x3b), latin(`${salt}`)])
}

export function webp({ width, height, salt = '' }: Shape): Buffer {
  const size = [uint(3, width - 1, 'LE'), uint(3, height - 1, 'LE')]
  const chunk = Buffer.concat([latin('VP8X'), uint(4, 10, 'LE'), Buffer.alloc(4), ...size])
  const form = [latin('WEBP'), chunk, latin(`${salt}`)]
  const length = form.reduce((sum, part) => sum + part.length, 0)
  return Buffer.concat([latin('RIFF'), uint(4, length, 'LE'), ...form])
}

const heif = (brands: string[], width: number, height: number, salt: string | number = '') =>
  Buffer.concat([heifHeader([size(width, height)], brands), latin(`${salt}`)])

export const pictureOf: Record<ImageType, (shape: Shape) => Buffer> = {
  jpg: jpeg,
  png,
  gif,
  webp,
  heic: ({ width, height, salt }) => heif(['heic', 'mif1'], width, height, salt),
  avif: ({ width, height, salt }) => heif(['avif', 'mif1'], width, height, salt),
}

/** A small picture whose bytes no other salt gives. */
export const picture = (salt: string | number) => jpeg({ width: 4, height: 3, salt })
