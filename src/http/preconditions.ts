/**
 * Whether the client has this very representation already (RFC 9110, 13.1.2, 13.1.3 and 13.2.2:
 * `If-Modified-Since` counts only without `If-None-Match`).
 * @param current the headers of the representation, with `ETag` and `Last-Modified`.
 */
export function isNotModified(request: Headers, current: Headers): boolean {
  const known = request.get('if-none-match')
  if (known !== null) return known.trim() === '*' || tagsIn(known).has(current.get('etag') ?? '')
  const since = Date.parse(request.get('if-modified-since') ?? '')
  return Date.parse(current.get('last-modified') ?? '') <= since
}

/** Tags are compared weakly here: the mark of a weak one does not count. */
const tagsIn = (list: string) => new Set(list.match(/"[^"]*"/g))
