import { isRendition, type RenditionRequest } from '../../pixels/request.ts'

const root = '/uploads/'

/** Percent-encodes a path for an address, but for its slashes. */
export const encodePath = (path: string) =>
  isPlain.test(path) ? path : encodeURIComponent(path).replaceAll('%2F', '/')

const isPlain = /^[\w./-]*$/

/** Writes the address of an image, or of a rendition such as `?width=800`. */
export function pictureUrl(path: string, rendition: RenditionRequest = {}): string {
  const url = `${root}${encodePath(path)}`
  if (!isRendition(rendition)) return url
  const fields = Object.entries(rendition).filter(([, value]) => value !== undefined)
  return `${url}?${fields.map(([name, value]) => `${name}=${value}`).join('&')}`
}

/** Reads the path of an image from the path of its address; `undefined` where it can't be decoded. */
export function picturePathOf(path: string): string | undefined {
  if (!path.startsWith(root)) return undefined
  try {
    return decodeURIComponent(path.slice(root.length))
  } catch {
    return undefined
  }
}

/** Reads a path that is sent as listed, or as the `imagePath` of a random image. */
export const listedPath = (sent: string) => (sent.startsWith(root) ? sent.slice(root.length) : sent)
