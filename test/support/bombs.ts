import { deflateSync } from 'node:zlib'
import { latin } from './bytes.ts'
import { insertAt } from './orientation.ts'
import { chunk, pngOf, quadrants } from './pixels.ts'

export const bombTypes = ['zTXt', 'iTXt', 'iCCP'] as const

type BombType = (typeof bombTypes)[number]

/** How a chunk begins that has compressed text or a profile (PNG, third edition, 11.3). */
const beginnings: Record<BombType, Buffer> = {
  zTXt: latin('Comment\0\0'),
  iTXt: latin('Comment\0\x01\0\0\0'),
  iCCP: latin('Profile\0\0'),
}

/** A small picture with text or profiles that become so many bytes: 100 MB are 97 KB. */
export function pngBomb(type: BombType, megabytes: number): Buffer {
  const packed = deflateSync(Buffer.alloc(1e8))
  const side = chunk(type, Buffer.concat([beginnings[type], packed]))
  return withSideChunks(
    quadrants(60, 40),
    Array.from({ length: megabytes / 100 }, () => side),
  )
}

export const withSideChunks = (png: Buffer, chunks: readonly Buffer[]) =>
  insertAt(png, 8 + 25, ...chunks)

/** A progressive JPEG that says its smallest scan again and again. */
export async function jpegOfScans(count: number, width = 600, height = 400): Promise<Buffer> {
  const jpeg = await new Bun.Image(quadrants(width, height)).jpeg({ progressive: true }).bytes()
  const scans = scansOf(Buffer.from(jpeg))
  const end = jpeg.length - 2
  const shortest = scans.toSorted((one, other) => one.length - other.length)[0] ?? Buffer.alloc(0)
  const more = Array.from({ length: count - scans.length }, () => shortest)
  return Buffer.concat([jpeg.subarray(0, end), ...more, jpeg.subarray(end)])
}

function scansOf(jpeg: Buffer): Buffer[] {
  const starts: number[] = []
  const marker = Buffer.of(0xff, 0xda)
  for (let at = jpeg.indexOf(marker); at !== -1; at = jpeg.indexOf(marker, at + 2)) starts.push(at)
  return starts.map((start, index) => jpeg.subarray(start, starts[index + 1] ?? jpeg.length - 2))
}

/** A PNG of few bytes and many pixels, in shades of grey. */
export const blackPng = (width: number, height: number) =>
  pngOf(width, height, [8, 0], Buffer.alloc(height * (width + 1)))
