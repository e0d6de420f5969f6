import { once } from '../lib/once.ts'

/** Loaded with the first picture that is looked at: a start does not wait for it. */
const imageSizeLibrary = once(() => import('image-size'))

/** Reads the dimensions from the start of a file; `undefined` where it ends before or is damaged. */
export async function librarySize(
  start: Uint8Array,
): Promise<{ width: number; height: number } | undefined> {
  const { imageSize } = await imageSizeLibrary()
  try {
    const { width, height } = imageSize(start)
    return { width, height }
  } catch {
    // The library throws for bytes that it can't make out, also where they are too few.
    return undefined
  }
}
