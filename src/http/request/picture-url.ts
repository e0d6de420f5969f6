import { attempt } from '../../lib/attempt.ts'
import { isRendition, type RenditionRequest } from '../../pixels/request.ts'

const root = '/uploads/'

/** Percent-encodes a path for an address, but for its slashes. */
export const encodePath = (path: string) =>
  isPlain.test(path) ? path : encodeURIComponent(path).replaceAll('%2F', '/')

const isPlain = /^[\w./-]*$/

/** Writes the address of an image, or of a rendition by its query. */
export const pictureUrl = (path: string, query = '') => `${root}${encodePath(path)}${query}`

/** Writes the query of a rendition, such as `?width=800`; nothing for the image itself. */
export function queryOf(rendition: RenditionRequest): string {
  if (!isRendition(rendition)) return ''
  const fields = Object.entries(rendition).filter(([, value]) => value !== undefined)
  return `?${fields.map(([name, value]) => `${name}=${value}`).join('&')}`
}

/** Reads the path of an image from the path of its address; `undefined` where it can't be decoded. */
export const picturePathOf = (path: string): string | undefined =>
  path.startsWith(root) ? attempt(() => decodeURIComponent(path.slice(root.length))) : undefined

/** Reads a path that is sent as listed, or as the `imagePath` of a random image. */
export const listedPath = (sent: string) => (sent.startsWith(root) ? sent.slice(root.length) : sent)

/** Gives records the paths as the client sent them. */
export const asSent = <Entry extends { path: string }>(
  records: readonly Entry[],
  sent: readonly string[],
): Entry[] =>
  records.map((record, index) => Object.assign({}, record, { path: sent[index] ?? record.path }))
