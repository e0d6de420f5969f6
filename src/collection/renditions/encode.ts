import type { RenditionType } from '../../formats/format.ts'
import { packBitmap } from './pixels/bitmap.ts'
import type { Pixels } from './pixels/pixels.ts'

interface Encoding {
  type: RenditionType
  /** 1 to 100; PNGs have none. */
  quality: number
}

/** Encodes what a pipeline of `Bun.Image` gives: JPEGs are baseline, with a profile if they had one. */
export async function encode(
  picture: Bun.Image,
  { type, quality }: Encoding,
): Promise<Uint8Array<ArrayBuffer>> {
  const encoded = {
    jpg: () => picture.jpeg({ quality }),
    png: () => picture.png(),
    webp: () => picture.webp({ quality }),
  }[type]()
  return new Uint8Array(await encoded.buffer())
}

/** Encodes pixels. A JPEG drops their alpha. */
export const encodePixels = (
  pixels: Pixels,
  encoding: Encoding,
): Promise<Uint8Array<ArrayBuffer>> => encode(new Bun.Image(packBitmap(pixels)), encoding)
