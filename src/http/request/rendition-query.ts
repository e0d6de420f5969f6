import type { RenditionRequest } from '../../collection/renditions/request.ts'
import { AppError } from '../../errors.ts'

/** What the values of a rendition may be, for who gave another one. */
export const renditionValues =
  '"width" and "height" from 1 to 10000, "fit" as contain, cover or pad, "background" as six ' +
  'hexadecimal digits (rrggbb), "format" as jpeg, png, webp or bmp, "palette" as bw, gray4, gray16, ' +
  'spectra6 or acep7, "dither" as floyd-steinberg, atkinson or none, "quality" from 1 to 100'

export const badRendition = () => new AppError('INVALID_REQUEST', `Give ${renditionValues}.`)

/** The part of a query that describes a rendition. */
export const renditionOf = (query: RenditionRequest): RenditionRequest => ({
  width: query.width,
  height: query.height,
  fit: query.fit,
  background: query.background,
  format: query.format,
  palette: query.palette,
  dither: query.dither,
  quality: query.quality,
})

/** The format stands for one that the request leaves open, where the request can be had in it. */
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
  const { width, height, fit, format, palette, dither } = request
  const isExact = fit === 'cover' || fit === 'pad'
  if (isExact && (width === undefined || height === undefined)) {
    throw mismatch(`Give "width" and "height" with "fit=${fit}".`)
  }
  if (palette !== undefined && (format === 'jpeg' || format === 'webp')) {
    throw mismatch(`Give "palette" with "format" as png or bmp: ${format} blurs colours.`)
  }
  if (dither !== undefined && palette === undefined) {
    throw mismatch('Give "dither" only with "palette".')
  }
}

const mismatch = (sentence: string) => new AppError('INVALID_REQUEST', sentence)
