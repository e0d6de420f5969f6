import type { ImageType } from '../../src/formats/picture-formats.ts'
import { latin, riffChunk, uint, webpOf } from './bytes.ts'
import { heifHeader, size } from './heif.ts'
import { exifSegment, orientationTiff, segment } from './orientation.ts'

interface Shape {
  width: number
  height: number
  /** Makes files of one shape differ in their bytes. */
  salt?: string | number
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
    ...(orientation === undefined ? [] : [exifSegment(orientationTiff({ orientation }))]),
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
  const features = Buffer.concat([Buffer.alloc(4), ...size])
  return webpOf(riffChunk('VP8X', features), latin(`${salt}`))
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
