import type { RenditionType } from '../../../formats/format.ts'
import { isOpaque } from '../pixels/alpha.ts'
import { packBitmap } from '../pixels/bitmap.ts'
import type { Pixels } from '../pixels/pixels.ts'
import type { Rendition } from '../request.ts'
import { encodeBmp } from './bmp-writer.ts'
import { encodeInPalette } from './encode-palette.ts'
import { encodeRgbPng } from './rgb-png.ts'
import { encodeSmallJpeg } from './small-jpeg.ts'

type Bytes = Uint8Array<ArrayBuffer>

interface Encoding {
  type: RenditionType
  /** 1 to 100; PNGs have none. */
  quality: number
  /** Whether a WebP is. */
  isLossless?: boolean
}

/**
 * Whether each pixel is encoded in its own colour: JPEGs and lossy WebPs have one for every four
 * pixels, which shows where there are few. Up to here it takes no more than some kilobytes.
 */
export const isSmall = ({ width, height }: { width: number; height: number }) =>
  width * height <= 64 * 64

/** Encodes what a pipeline of `Bun.Image` gives: JPEGs are baseline, with a profile if they had one. */
export async function encode(picture: Bun.Image, encoding: Encoding): Promise<Bytes> {
  const { type, quality, isLossless = false } = encoding
  const encoded = {
    jpg: () => picture.jpeg({ quality }),
    png: () => picture.png(),
    webp: () => picture.webp(isLossless ? { lossless: true } : { quality }),
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
  const isLossless = isSmall(pixels)
  if (type === 'jpg' && isLossless) return encodeSmallJpeg(pixels, quality)
  return encode(new Bun.Image(packBitmap(pixels)), { type, quality, isLossless })
}
