import type { RenditionType, Size } from '../formats/format.ts'
import { pictureFormats, type ImageType } from '../formats/picture-formats.ts'
import type { Dither } from './palette/dither.ts'
import type { PaletteName } from './palette/palettes.ts'

/** The longest side that every format can hold (WebP's). */
const unbounded = 16_383

/** A picture scaled into `width` × `height` pixels, in another format, colours or quality. */
export interface RenditionRequest {
  width?: number | undefined
  height?: number | undefined
  fit?: Fit | undefined
  /** Six hexadecimal digits. */
  background?: string | undefined
  format?: (typeof outputFormats)[number] | undefined
  palette?: PaletteName | undefined
  dither?: Dither | undefined
  /** What the panel really shows for each colour of the palette: six hexadecimal digits each. */
  panel?: string | undefined
  /** From 1 to 100. */
  quality?: number | undefined
  /** The most bytes that a picture in the colours of a palette may have: its pattern gets coarser. */
  bytes?: number | undefined
}

export const outputFormats = ['jpeg', 'png', 'webp', 'bmp'] as const

/** How a picture fills its sides: inside them, cropped to them, or with bars beside it. */
export const fits = ['contain', 'cover', 'pad'] as const
type Fit = (typeof fits)[number]

/** The formats that can be asked for. */
export type OutputType = RenditionType | 'bmp'

const defaultQuality = 80

/** The colours of a picture, and how it is made of them. */
export interface PaletteRequest {
  name: PaletteName
  dither: Dither
  panel?: string | undefined
  maxBytes?: number | undefined
}

/** A rendition in full: nothing is left open. */
export interface Rendition extends Size {
  fit: Fit
  /** Six hexadecimal digits; `undefined` for black beside a picture and white behind it. */
  background: string | undefined
  type: OutputType
  quality: number
  /** Nothing but these colours. */
  palette: PaletteRequest | undefined
}

/** Whether anything but the original is asked for. */
export const isRendition = (request: RenditionRequest) =>
  request.width !== undefined ||
  request.height !== undefined ||
  request.format !== undefined ||
  request.palette !== undefined ||
  request.quality !== undefined

/** Completes a request by the defaults for pictures of a format. */
export function renditionOf(request: RenditionRequest, source: ImageType): Rendition {
  const { palette, dither = 'floyd-steinberg', panel, bytes } = request
  return {
    width: request.width ?? unbounded,
    height: request.height ?? unbounded,
    fit: request.fit ?? 'contain',
    background: request.background?.toLowerCase(),
    type: outputType(request, source),
    quality: request.quality ?? defaultQuality,
    palette: palette && { name: palette, dither, panel: panel?.toLowerCase(), maxBytes: bytes },
  }
}

function outputType({ format, palette }: RenditionRequest, source: ImageType): OutputType {
  if (format === 'jpeg') return 'jpg'
  return format ?? (palette === undefined ? pictureFormats.get(source).rendersAs : 'png')
}

/** The media type of what comes out (for BMP, RFC 7903). */
export const mediaTypeOf = (type: OutputType) =>
  type === 'bmp' ? 'image/bmp' : pictureFormats.get(type).mediaType
