import { z } from 'zod'
import { dithers } from '../../../pixels/palette/dither.ts'
import { paletteNames } from '../../../pixels/palette/palettes.ts'
import { fits, outputFormats, type RenditionRequest } from '../../../pixels/request.ts'
import { once } from '../../../lib/once.ts'
import { whole } from '../../../lib/parse.ts'
import { invalidRequest } from '../../../errors.ts'
import { optional } from '../../openapi/docs.ts'

/** A side in pixels. */
export const sideSchema = once(() => whole(1, 10_000))

/** The query of a rendition. */
export const renditionSchema = once(() => {
  const side = (example: number) =>
    optional(
      sideSchema(),
      'Scale to this many pixels. With `fit=contain` the image fits inside and is never enlarged.',
      example,
    )
  return z.object({
    width: side(800),
    height: side(480),
    fit: optional(
      z.enum(fits),
      '`contain` (default) fits the image inside the size. `cover` and `pad` need `width` and `height` ' +
        'and give exactly that size, enlarging if needed: `cover` crops, `pad` adds bars.',
      'cover',
    ),
    background: optional(
      z.string().regex(/^[\da-fA-F]{6}$/),
      'The colour of the bars of `pad` (default black), and behind transparency where the format has ' +
        'none (default white).',
      '202020',
    ),
    format: optional(
      z.enum(outputFormats),
      'The format to send. Default: the format of the image; PNG with `palette`.',
      'jpeg',
    ),
    palette: optional(
      z.enum(paletteNames),
      'Use only the colours of an e-paper panel: greys, Spectra 6 or ACeP 7. The image holds the pure ' +
        'colours, dithered for those that the panel shows. PNG and BMP only.',
      'spectra6',
    ),
    dither: optional(
      z.enum(dithers),
      'How to dither to `palette`. Default: `floyd-steinberg`.',
      'atkinson',
    ),
    panel: optional(
      z.string().regex(/^[\da-fA-F]{6}(,[\da-fA-F]{6}){5,6}$/),
      'What the panel really shows for each colour of `palette`, measured, in place of what is known of ' +
        'its kind: black, white, yellow, red, blue, green and, for ACeP 7, orange.',
      '020202,bec8c8,cdca00,871300,05409e,27663c',
    ),
    bytes: optional(
      whole(1000, 99_999),
      'The most bytes that an image with a `palette` may have. Its pattern gets coarser where it ' +
        'would take more. Where the coarsest takes more, the answer is `INVALID_REQUEST`.',
      90_000,
    ),
    quality: optional(
      whole(1, 100),
      'The quality of a scaled or converted image. Default: 80.',
      80,
    ),
  })
})

/** What the parameters of a rendition take, as the ends of sentences. */
const takes: Readonly<Record<string, string>> = {
  width: 'a whole number from 1 to 10000',
  height: 'a whole number from 1 to 10000',
  fit: 'contain, cover or pad',
  background: 'six hexadecimal digits (rrggbb)',
  format: 'jpeg, png, webp or bmp',
  palette: 'bw, gray4, gray16, spectra6 or acep7',
  dither: 'floyd-steinberg, atkinson or none',
  panel: 'a colour (rrggbb) for each of the palette',
  quality: 'a whole number from 1 to 100',
  bytes: 'a whole number from 1000 to 99999',
} satisfies Record<keyof RenditionRequest, string>

/** Says what a parameter of a rendition takes, as a sentence; `undefined` for another one. */
export const renditionSentence = (name: string): string | undefined =>
  takes[name] && `Give "${name}" once, as ${takes[name]}.`

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
