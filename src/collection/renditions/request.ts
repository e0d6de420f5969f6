import { z } from 'zod'
import type { RenditionType } from '../../formats/format.ts'
import { pictureFormats, type ImageType } from '../../formats/picture-formats.ts'
import { dithers, type Dither } from './palette/dither.ts'
import { paletteNames, type PaletteName } from './palette/palettes.ts'

const maxSide = 10_000

/** The longest side that every format can hold (WebP's). */
const unbounded = 16_383

const whole = (from: number, to: number) =>
  z
    .string()
    .regex(/^\d{1,5}$/)
    .transform(Number)
    .pipe(z.int().min(from).max(to))

/** What can be asked of a rendition, in a query. Sides are in pixels. */
export const renditionSchema = z.object({
  width: whole(1, maxSide).optional(),
  height: whole(1, maxSide).optional(),
  fit: z.enum(['contain', 'cover', 'pad']).optional(),
  background: z
    .string()
    .regex(/^[\da-fA-F]{6}$/)
    .optional(),
  format: z.enum(['jpeg', 'png', 'webp', 'bmp']).optional(),
  palette: z.enum(paletteNames).optional(),
  dither: z.enum(dithers).optional(),
  quality: whole(1, 100).optional(),
})

/** A picture scaled into `width` × `height`, in another format, colours or quality. */
export type RenditionRequest = z.infer<typeof renditionSchema>

/** The formats that can be asked for. */
export type OutputType = RenditionType | 'bmp'

const defaultQuality = 80

/** A rendition in full: what was left open is settled. */
export interface Rendition {
  width: number
  height: number
  fit: 'contain' | 'cover' | 'pad'
  /** Six hexadecimal digits; `undefined` for black beside a picture and white behind it. */
  background: string | undefined
  type: OutputType
  quality: number
  /** Nothing but these colours. */
  palette: { name: PaletteName; dither: Dither } | undefined
}

/** Whether anything but the original is asked for. */
export const isRendition = (request: RenditionRequest) =>
  request.width !== undefined ||
  request.height !== undefined ||
  request.format !== undefined ||
  request.palette !== undefined ||
  request.quality !== undefined

/** Settles what a request leaves open. */
export function settle(request: RenditionRequest, source: ImageType): Rendition {
  const { palette, dither = 'floyd-steinberg' } = request
  return {
    width: request.width ?? unbounded,
    height: request.height ?? unbounded,
    fit: request.fit ?? 'contain',
    background: request.background?.toLowerCase(),
    type: outputType(request, source),
    quality: request.quality ?? defaultQuality,
    palette: palette && { name: palette, dither },
  }
}

function outputType({ format, palette }: RenditionRequest, source: ImageType): OutputType {
  if (format === 'jpeg') return 'jpg'
  return format ?? (palette === undefined ? pictureFormats.get(source).rendersAs : 'png')
}

/** The media type of what comes out (for BMP, RFC 7903). */
export const mediaTypeOf = (type: OutputType) =>
  type === 'bmp' ? 'image/bmp' : pictureFormats.get(type).mediaType
