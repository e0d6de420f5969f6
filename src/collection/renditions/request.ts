import { z } from 'zod'
import type { RenditionType } from '../../formats/format.ts'
import { pictureFormats, type ImageType } from '../../formats/picture-formats.ts'

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
  format: z.enum(['jpeg', 'png', 'webp']).optional(),
  quality: whole(1, 100).optional(),
})

/** A picture scaled to fit inside `width` × `height`, never enlarged, in another format or quality. */
export type RenditionRequest = z.infer<typeof renditionSchema>

const defaultQuality = 80

/** A rendition in full: what was left open is settled. */
export interface Rendition {
  width: number
  height: number
  type: RenditionType
  quality: number
}

/** Whether anything but the original is asked for. */
export const isRendition = ({ width, height, format, quality }: RenditionRequest) =>
  width !== undefined || height !== undefined || format !== undefined || quality !== undefined

/** Settles what a request leaves open. */
export function settle(request: RenditionRequest, source: ImageType): Rendition {
  return {
    width: request.width ?? unbounded,
    height: request.height ?? unbounded,
    type:
      request.format === 'jpeg' ? 'jpg' : (request.format ?? pictureFormats.get(source).rendersAs),
    quality: request.quality ?? defaultQuality,
  }
}
