import { isSame, type Size } from '../formats/format.ts'
import type { Source } from './decoding/source.ts'
import type { Layout } from './layout.ts'
import type { Rendition } from './request.ts'

/** Gives how many bytes the process may still take. */
export type MemoryLeft = () => number

/** Estimates the bytes that this process may still take before the system ends it. */
export function memoryLeft(): number {
  // The available memory is the whole machine's, also where a container allows less.
  const limit = process.constrainedMemory()
  const total = process.getBuiltinModule('node:os').totalmem()
  const allowed = limit > 0 ? Math.min(limit, total) : total
  return Math.min(allowed - process.memoryUsage.rss(), process.availableMemory())
}

/** Whether so many bytes are left, if need be after a collection of garbage. */
export function isEnough(left: MemoryLeft, needed: number): boolean {
  if (needed <= left()) return true
  Bun.gc(true)
  return needed <= left()
}

const pixels = ({ width, height }: Size) => width * height

const allowance = 8 * 1024 ** 2

/**
 * Up to so many pixels a transparent picture is scaled from all of its pixels, multiplied by their
 * alpha. Larger ones are scaled as they are and mended at their edges: their edges are far finer
 * than what is left of them, and all pixels of 12 megapixels would take 100 MB more.
 */
export const maxExact = 700e3

/**
 * The bytes that making a rendition takes at most, by what was measured with Bun 1.4: the file,
 * what the decoder holds, its copy where it is turned, its rows at the width that it is scaled to,
 * and twice what it is scaled to; a WebP's encoder wants as much again. Then the pixels in between.
 */
export function memoryNeeded(source: Source, layout: Layout, { type }: Rendition): number {
  const { shrinksWhileDecoding, hasTransparency } = source.format
  const { scaled, enlarged, result } = layout
  const decoded = shrinksWhileDecoding ? shrunk(source, scaled) : source
  const held = pixels(source) * source.heldPerPixel
  const copies = (shrinksWhileDecoding ? 1 : 0) + (source.orientation > 1 ? 1 : 0)
  const resizing = isSame(scaled, source)
    ? 0
    : 4 * scaled.width * decoded.height + 8 * pixels(scaled)
  const encoding = type === 'webp' ? 4 * pixels(scaled) : 0
  const direct = source.size + held + 4 * copies * pixels(decoded) + resizing + encoding
  const between = pixels(scaled) + pixels(enlarged) + pixels(result)
  const exact = hasTransparency && pixels(source) <= maxExact ? pixels(source) : 0
  return 1.1 * direct + allowance + 4 * between + 8 * exact
}

/** A JPEG is decoded at an eighth to the whole of its size, never below what is asked for. */
function shrunk(source: Source, scaled: Size): Size {
  const least = Math.max(scaled.width / source.width, scaled.height / source.height)
  const scale = [1 / 8, 1 / 4, 1 / 2].find((part) => part >= least) ?? 1
  return { width: Math.ceil(source.width * scale), height: Math.ceil(source.height * scale) }
}
