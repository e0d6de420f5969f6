import { attempt } from '../lib/attempt.ts'
import type { Size } from './format.ts'

/** Reads the dimensions from the start of a file; `undefined` where it ends before or is damaged. */
export async function librarySize(start: Uint8Array): Promise<Size | undefined> {
  // Loaded with the first picture that is looked at: a start does not wait for it.
  const { imageSize } = await import('image-size')
  // The library throws for bytes that it can't make out, also where they are too few.
  const size = attempt(() => imageSize(start))
  return size && { width: size.width, height: size.height }
}
