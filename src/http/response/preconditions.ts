/** The validators of a representation (RFC 9110, 8.8). */
export interface Validators {
  ETag: string
  'Last-Modified'?: string
}

/**
 * Whether the client has the current representation (RFC 9110, 13.1.2, 13.1.3 and 13.2.2:
 * `If-Modified-Since` counts only without `If-None-Match`).
 */
export function isNotModified(request: Headers, current: Validators): boolean {
  const known = request.get('if-none-match')
  if (known !== null) return known.trim() === '*' || tagsIn(known).has(current.ETag)
  const since = request.get('if-modified-since')
  return since !== null && Date.parse(current['Last-Modified'] ?? '') <= Date.parse(since)
}

/** The entity tag of a text. */
export const tagOf = (text: string) => `"${Bun.hash(text).toString(36)}"`

/** Finds the tags of a list without their weakness mark: they are compared weakly. */
const tagsIn = (list: string) => new Set(list.match(/"[^"]*"/g))

/**
 * Finds the range of a body that a request asks for (RFC 9110, 14.1.2 and 13.1.5). Anything but a
 * single range of bytes of the current version is answered with the whole, as a server may.
 * @param current the validators of the body.
 * @returns its first and its last byte, counted from 0; `undefined` for the whole, `'none'` when the
 * body ends before the range.
 */
export function byteRangeOf(
  request: Headers,
  size: number,
  current: Validators,
): { first: number; last: number } | 'none' | undefined {
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
