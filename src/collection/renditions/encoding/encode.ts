import type { RenditionType } from '../../../formats/format.ts'
import { isOpaque } from '../pixels/alpha.ts'
import { packBitmap } from '../pixels/bitmap.ts'
import type { Pixels } from '../pixels/pixels.ts'
import type { Rendition } from '../request.ts'
import { encodeBmp } from './bmp-writer.ts'
import { encodeInPalette } from './encode-palette.ts'
import { encodeRgbPng } from './rgb-png.ts'

type Bytes = Uint8Array<ArrayBuffer>

interface Encoding {
  type: RenditionType
  /** 1 to 100; PNGs have none. */
  quality: number
  /** Of what is encoded, in pixels. */
  size: { width: number; height: number }
}

/**
 * Up to so many pixels a WebP is lossless: it takes some kilobytes, and lossy ones have a colour for
 * every four pixels only.
 */
const maxLossless = 64 * 64

/** Encodes what a pipeline of `Bun.Image` gives: JPEGs are baseline, with a profile if they had one. */
export async function encode(
  picture: Bun.Image,
  { type, quality, size }: Encoding,
): Promise<Bytes> {
  const isSmall = size.width * size.height <= maxLossless
  const encoded = {
    jpg: () => picture.jpeg({ quality }),
    png: () => picture.png(),
    webp: () => picture.webp(isSmall ? { lossless: true } : { quality }),
  }[type]()
  return new Uint8Array(await encoded.buffer())
}

/** Whether a rendition can be transparent. */
export const keepsAlpha = ({ type, palette }: Rendition) =>
  palette === undefined && (type === 'png' || type === 'webp')

/** Encodes pixels as a rendition wants it. Where it has no alpha, theirs is dropped. */
export async function encodePixels(pixels: Pixels, rendition: Rendition): Promise<Bytes> {
  const { type, quality, palette } = rendition
  if (palette !== undefined) return encodeInPalette(pixels, type, palette)
  if (type === 'bmp') return encodeBmp(pixels)
  if (type === 'png' && isOpaque(pixels)) return encodeRgbPng(pixels)
  return encode(new Bun.Image(packBitmap(pixels)), { type, quality, size: pixels })
}
