import type { Rendition } from './request.ts'

export interface Size {
  width: number
  height: number
}

/** Where a scaled picture goes. Everything is in pixels. */
export interface Layout {
  /** The whole picture's size once it is scaled, as displayed. */
  scaled: Size
  /** Where its top left corner lies on the result. */
  left: number
  top: number
  result: Size
}

/** Lays a picture out to fit inside a box in its own shape. It is never enlarged. */
export function layOut({ width, height }: Size, box: Rendition): Layout {
  // A wider box than needed would make the decoder shrink JPEGs less.
  const scale = Math.min(1, box.width / width, box.height / height)
  const scaled = { width: scaleSide(width, scale), height: scaleSide(height, scale) }
  return { scaled, left: 0, top: 0, result: scaled }
}

const scaleSide = (length: number, scale: number) => Math.max(1, Math.round(length * scale))
