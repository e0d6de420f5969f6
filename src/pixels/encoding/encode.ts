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

/** What stands before a profile in a segment: its name, its number, and how many there are (ICC.1:2022, B.4). */
const iccHeadLength = 14

/**
 * Looks for the colour profile of an encoded JPEG or WebP: how many bytes it takes, and the signature of its
 * colours (ICC.1:2022, 7.2.6), such as `RGB `; empty where there is none.
 * @param encoded as `Bun.Image` writes it: segments without filling, the profile before the frame.
 */
export function findProfile(encoded: Bytes) {
  const file = Buffer.from(encoded.buffer, encoded.byteOffset, encoded.byteLength)
  const coloursAt = (start: number) => file.toString('latin1', start + 16, start + 20)
  if (file.toString('latin1', 30, 34) === 'ICCP') {
    return { length: file.readUInt32LE(34), colours: coloursAt(38) }
  }
  let [length, colours] = [0, '']
  for (let at = 2; at + 4 <= file.length && file[at] === 0xff;) {
    const segmentLength = file.readUInt16BE(at + 2)
    if (file[at + 1] === startOfFrame) break
    if (file[at + 1] === iccSegment) {
      length += segmentLength
      colours ||= coloursAt(at + 4 + iccHeadLength)
    }
    at += 2 + segmentLength
  }
  return { length, colours }
}
