import { z } from 'zod'
import { dithers } from '../../../pixels/palette/dither.ts'
import { paletteNames } from '../../../pixels/palette/palettes.ts'
import { fits, outputFormats, type RenditionRequest } from '../../../pixels/request.ts'
import { invalidRequest } from '../../../errors.ts'

/** A whole number, written as text. */
export const whole = (from: number, to: number) =>
  z
    .string()
    .regex(/^\d{1,5}$/)
    .transform(Number)
    .pipe(z.int().min(from).max(to))

/** A side in pixels. */
export const sideSchema = whole(1, 10_000).optional()

/** The query of a rendition. */
export const renditionSchema = z.object({
  width: sideSchema,
  height: sideSchema,
  fit: z.enum(fits).optional(),
  background: z
    .string()
    .regex(/^[\da-fA-F]{6}$/)
    .optional(),
  format: z.enum(outputFormats).optional(),
  palette: z.enum(paletteNames).optional(),
  dither: z.enum(dithers).optional(),
  quality: whole(1, 100).optional(),
  panel: z
    .string()
    .regex(/^[\da-fA-F]{6}(,[\da-fA-F]{6}){5,6}$/)
    .optional(),
  bytes: whole(1000, 99_999).optional(),
})

/** The query of a file: of a rendition, of the thumbnail in it, or of what comes sooner. */
export const fileSchema = renditionSchema.extend({
  thumbnail: z.enum(['embedded', 'meanwhile']).optional(),
})

/** What the values of a rendition may be, for a client that gave others. */
export const renditionValues =
  '"width" and "height" from 1 to 10000, "fit" as contain, cover or pad, "background" as six ' +
  'hexadecimal digits (rrggbb), "format" as jpeg, png, webp or bmp, "palette" as bw, gray4, gray16, ' +
  'spectra6 or acep7, "dither" as floyd-steinberg, atkinson or none, "panel" as a colour (rrggbb) for each of the palette, "quality" from 1 to 100, "bytes" from ' +
  '1000 to 99999'

export const badRendition = () => invalidRequest(`Give ${renditionValues}.`)

export const badFile = () =>
  invalidRequest(
    `Give ${renditionValues}; or "thumbnail" as embedded without these, or as meanwhile with some.`,
  )

/** Takes from a query what describes a rendition. */
export const renditionOf = (query: RenditionRequest): RenditionRequest => ({
  width: query.width,
  height: query.height,
  fit: query.fit,
  background: query.background,
  format: query.format,
  palette: query.palette,
  dither: query.dither,
  quality: query.quality,
  panel: query.panel,
  bytes: query.bytes,
})

/** Fills in the format that a request leaves open, where that format can show what is asked for. */
export function withFormat(
  request: RenditionRequest,
  format: RenditionRequest['format'],
): RenditionRequest {
  const isPossible = request.palette === undefined || format === 'png' || format === 'bmp'
  return isPossible ? { ...request, format: request.format ?? format } : request
}

/**
 * Checks that the values of a rendition go together.
 * @throws INVALID_REQUEST with a sentence about those that don't.
 */
export function checkRendition(request: RenditionRequest): void {
  const { width, height, fit, format, palette, dither, panel, bytes } = request
  const isExact = fit === 'cover' || fit === 'pad'
  if (isExact && (width === undefined || height === undefined)) {
    throw invalidRequest(`Give "width" and "height" with "fit=${fit}".`)
  }
  if (palette !== undefined && (format === 'jpeg' || format === 'webp')) {
    throw invalidRequest(`Give "palette" with "format" as png or bmp: ${format} blurs colours.`)
  }
  if (dither !== undefined && palette === undefined) {
    throw invalidRequest('Give "dither" only with "palette".')
  }
  const colours = { spectra6: 6, acep7: 7, bw: 0, gray4: 0, gray16: 0 }[palette ?? 'bw']
  if (panel !== undefined && panel.split(',').length !== colours) {
    throw invalidRequest(
      'Give "panel" only with "palette=spectra6" (6 colours) or "palette=acep7" (7).',
    )
  }
  if (bytes !== undefined && palette === undefined) {
    throw invalidRequest('Give "bytes" only with "palette".')
  }
}
