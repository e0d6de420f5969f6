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

/** Finds the tags of a list without their weakness mark: they are compared weakly. */
const tagsIn = (list: string) => new Set(list.match(/"[^"]*"/g))
