import type { Bytes } from '../../lib/bytes.ts'
import type { RenditionType } from '../../formats/format.ts'
import type { Interruption } from '../../lib/waiting/waiter.ts'
import { encodeBmp, packBmp } from '../pixels/bmp.ts'
import type { Pixels } from '../pixels/pixels.ts'
import { isOpaque } from '../pixels/transparency.ts'
import type { Rendition } from '../request.ts'
import { encodeInPalette } from './encode-palette.ts'
import { encodeRgbPng } from './png-writer.ts'

/**
 * Encodes what a pipeline of `Bun.Image` gives: JPEGs are baseline, with a profile if they had one.
 * @param quality from 1 to 100; PNGs have none.
 */
export async function encode(
  picture: Bun.Image,
  type: RenditionType,
  quality: number,
): Promise<Bytes> {
  const encoded = {
    jpg: () => picture.jpeg({ quality }),
    png: () => picture.png(),
    webp: () => picture.webp({ quality }),
  }[type]()
  return new Uint8Array(await encoded.buffer())
}

/** Whether a rendition can be transparent. */
export const keepsAlpha = ({ type, palette }: Rendition) =>
  palette === undefined && (type === 'png' || type === 'webp')

/**
 * Encodes pixels as a rendition wants it. Where it has no alpha, theirs is dropped.
 * @throws INVALID_REQUEST when they can't be made as small as is asked for; the signal's reason.
 */
export async function encodePixels(
  pixels: Pixels,
  rendition: Rendition,
  interruption?: Interruption,
): Promise<Bytes> {
  const { type, quality, palette } = rendition
  if (palette !== undefined) return encodeInPalette(pixels, type, palette, interruption)
  if (type === 'bmp') return encodeBmp(pixels)
  if (type === 'png' && (await isOpaque(pixels))) return encodeRgbPng(pixels, interruption)
  return encode(new Bun.Image(packBmp(pixels)), type, quality)
}

const startOfFrame = 0xc0
const iccSegment = 0xe2

/**
 * Gives how many bytes of an encoded JPEG or WebP are its colour profile.
 * @param encoded as `Bun.Image` writes it: segments without filling, the profile before the frame.
 */
export function profileLength(encoded: Bytes): number {
  const file = Buffer.from(encoded.buffer, encoded.byteOffset, encoded.byteLength)
  if (file.toString('latin1', 30, 34) === 'ICCP') return file.readUInt32LE(34)
  let length = 0
  for (let at = 2; at + 4 <= file.length && file[at] === 0xff;) {
    const segmentLength = file.readUInt16BE(at + 2)
    if (file[at + 1] === startOfFrame) return length
    if (file[at + 1] === iccSegment) length += segmentLength
    at += 2 + segmentLength
  }
  return length
}
