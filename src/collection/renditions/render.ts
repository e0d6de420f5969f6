import { AppError } from '../../errors.ts'
import type { ImageType } from '../header.ts'
import type { Rendition } from './request.ts'

/** JPEGs shrink while they are decoded; all others are held in memory as a whole. */
const maxPixels = (source: ImageType) => (source === 'jpg' ? 200e6 : 50e6)

/**
 * Makes a rendition: upright by its EXIF orientation, without any metadata, JPEGs baseline.
 * @throws INVALID_REQUEST when the picture is too large or too damaged to be decoded.
 */
export async function render(
  source: Blob,
  sourceType: ImageType,
  { width, height, type, quality }: Rendition,
): Promise<Uint8Array<ArrayBuffer>> {
  const picture = new Bun.Image(source, { maxPixels: maxPixels(sourceType) }).resize(
    width,
    height,
    { fit: 'inside', withoutEnlargement: true },
  )
  const encoded = {
    jpg: () => picture.jpeg({ quality }),
    png: () => picture.png(),
    webp: () => picture.webp({ quality }),
  }[type]()
  try {
    return new Uint8Array(await encoded.buffer())
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
    if (typeof code !== 'string' || !code.startsWith('ERR_IMAGE_')) throw cause
    const sentence =
      code === 'ERR_IMAGE_TOO_MANY_PIXELS'
        ? 'The picture has too many pixels to be scaled here. Ask for the original.'
        : 'The picture is damaged and can not be scaled. Ask for the original.'
    throw new AppError('INVALID_REQUEST', sentence, { cause })
  }
}
