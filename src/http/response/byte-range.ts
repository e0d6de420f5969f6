import type { Validators } from './preconditions.ts'

/** The first and the last byte of a range, counted from 0. */
export interface ByteRange {
  first: number
  last: number
}

/**
 * Finds the range of a body that a request asks for (RFC 9110, 14.1.2 and 13.1.5). Anything but a
 * single range of bytes of the current version is answered with the whole, as a server may.
 * @param current the validators of the body.
 * @returns `undefined` for the whole, `'none'` when the body ends before the range.
 */
export function byteRangeOf(
  request: Headers,
  size: number,
  current: Validators,
): ByteRange | 'none' | undefined {
  const version = request.get('if-range')
  if (version !== null && version !== current.ETag && version !== current['Last-Modified']) {
    return undefined
  }
  const asked = /^bytes=(\d*)-(\d*)$/.exec(request.get('range')?.trim() ?? '')
  const [, from = '', to = ''] = asked ?? []
  if (from === '' && to === '') return undefined
  const [first, last] = from === '' ? [size - Number(to), size - 1] : [Number(from), Number(to)]
  if (from !== '' && to !== '' && last < first) return undefined
  if (first >= size || size === 0) return 'none'
  return { first: Math.max(first, 0), last: to === '' ? size - 1 : Math.min(last, size - 1) }
}
