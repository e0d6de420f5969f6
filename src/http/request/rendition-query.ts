import type { RenditionRequest } from '../../collection/renditions/request.ts'
import { AppError } from '../../errors.ts'

export const badRendition = () =>
  new AppError(
    'INVALID_REQUEST',
    'Give "width" and "height" from 1 to 10000, "quality" from 1 to 100, "format" as jpeg, png or webp.',
  )

/** The part of a query that describes a rendition. */
export const renditionOf = ({ width, height, format, quality }: RenditionRequest) => ({
  width,
  height,
  format,
  quality,
})
