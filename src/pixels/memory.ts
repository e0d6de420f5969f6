import type { RenditionType, Size } from '../formats/format.ts'
import type { Source } from './decoding/source.ts'

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
 * The bytes that making a rendition takes at most, by what was measured with Bun 1.4: the file,
 * what the decoder holds, its copy where it is turned, its rows at the width of the result, and
 * twice the result; a WebP's encoder wants as much again.
 */
export function memoryNeeded(source: Source, result: Size, type: RenditionType): number {
  const { shrinksWhileDecoding } = source.format
  const decoded = shrinksWhileDecoding ? shrunk(source, result) : source
  const isResized = result.width !== source.width || result.height !== source.height
  const held = pixels(source) * source.heldPerPixel
  const copies = (shrinksWhileDecoding ? 1 : 0) + (source.orientation > 1 ? 1 : 0)
  const resizing = isResized ? 4 * result.width * decoded.height + 8 * pixels(result) : 0
  const encoding = type === 'webp' ? 4 * pixels(result) : 0
  return 1.1 * (source.size + held + 4 * copies * pixels(decoded) + resizing + encoding) + allowance
}

/** A JPEG is decoded at an eighth to the whole of its size, never below what is asked for. */
function shrunk(source: Source, result: Size): Size {
  const least = Math.max(result.width / source.width, result.height / source.height)
  const scale = [1 / 8, 1 / 4, 1 / 2].find((part) => part >= least) ?? 1
  return { width: Math.ceil(source.width * scale), height: Math.ceil(source.height * scale) }
}
