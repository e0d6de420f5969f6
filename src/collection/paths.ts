/**
 * Validates names and paths. No client's text becomes part of a disk path without it: existing
 * folders and images are found in the index by the segments that `parsePath` returns, and new ones
 * get the names that `parseNewFolderPath` or `storedFileName` return.
 */
import type { ImageType } from '../formats/header.ts'

export const prohibitedChars = ['<', '>', ':', '"', '|', '?', '*', '\\'] as const

/** The folder inside the uploads directory where the service keeps its own files. */
export const privateFolder = '.photo-frame'

const maxNameBytes = 255
const maxDepth = 64
const maxPathBytes = 2048
const ignoredName = /^(@eadir|#recycle|lost\+found)$/i
/**
 * Includes U+FFFD, which stands for bytes that are not UTF-8: a file can't be opened by a name that
 * holds it.
 */
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const unsafeChar = /[<>:"|?*\\\u0000-\u001f\u007f-\u009f\ufffd]/
const unsafeChars = new RegExp(unsafeChar, 'g')
const imageExtension = /\.(jpe?g|png|gif|webp)$/i
/** Matches most names of images in one test instead of four: a start tests every name. */
const plainImageName = /^\w[\w .()-]*\.(jpe?g|png|gif|webp)$/i

/** The length of a text on disk, in bytes of UTF-8. */
const byteLength = (text: string) => Buffer.byteLength(text, 'utf8')

/** Whether a name on the disk can belong to the collection. */
export function isVisibleName(name: string): boolean {
  return !(name.startsWith('.') || unsafeChar.test(name) || ignoredName.test(name))
}

/** Whether a file of this name counts as an image of the collection, whatever it holds. */
export const isImageName = (name: string) =>
  plainImageName.test(name) || (imageExtension.test(name) && isVisibleName(name))

/** Whether a new folder may have this name. */
function isFolderName(name: string): boolean {
  return (
    name !== '' &&
    isVisibleName(name) &&
    !name.startsWith(' ') &&
    !name.endsWith(' ') &&
    !name.endsWith('.') &&
    byteLength(name) <= maxNameBytes
  )
}

/** Removes slashes at both ends. A regular expression would take quadratic time for slashes inside. */
export function trimSlashes(path: string): string {
  let [start, end] = [0, path.length]
  while (path[start] === '/') start += 1
  while (end > start && path[end - 1] === '/') end -= 1
  return path.slice(start, end)
}

/**
 * Splits a client's path into segments in Unicode NFC; the root has none. Ignores leading and
 * trailing slashes, decodes nothing and resolves nothing.
 * @returns `undefined` for a path that nothing in a collection can have.
 */
export function parsePath(path: string): string[] | undefined {
  if (!path.isWellFormed() || path.length > maxPathBytes) return undefined
  const trimmed = trimSlashes(path.normalize('NFC'))
  if (trimmed === '') return []
  const segments = trimmed.split('/')
  if (segments.length > maxDepth || byteLength(trimmed) > maxPathBytes) return undefined
  return segments.every((name) => name !== '' && isVisibleName(name)) ? segments : undefined
}

/** Whether the path of a folder leaves room for the name of an image in it. */
export const hasRoom = (folderPath: string) =>
  folderPath.split('/').length < maxDepth &&
  byteLength(folderPath) + 1 + maxNameBytes <= maxPathBytes

/** Like `parsePath`, but applies the stricter rules for names of new folders. */
export function parseNewFolderPath(path: string): string[] | undefined {
  const segments = parsePath(path)
  return segments?.every(isFolderName) && hasRoom(segments.join('/')) ? segments : undefined
}

const extensions: Record<ImageType, RegExp> = {
  jpg: /\.(jpe?g)$/i,
  png: /\.png$/i,
  gif: /\.gif$/i,
  webp: /\.webp$/i,
}

/** Whether a name ends as those of pictures of this type do. */
export const hasExtensionOf = (type: ImageType, name: string) => extensions[type].test(name)

/** Other endings that JPEGs get, by some browsers above all, and none at all. */
const overlookedName = /^[^.]+$|\.(jfif?|jif|jpe|pjpe?g|pjp)$/i

/** Whether a file that counts as no image may well be a picture that somebody wants to see. */
export const isOverlookedName = (name: string) => overlookedName.test(name) && isVisibleName(name)

/**
 * The name under which an uploaded file is stored: without directories, leading periods and
 * hyphens or unsafe characters, with the extension of its content, at most 255 bytes.
 */
export function storedFileName(sent: string, type: ImageType): string {
  const base = sent.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1)
  const safe = (base ?? '').replace(unsafeChars, '_').trim()
  const given = /\.[a-z\d]{1,8}$/i.exec(safe)?.[0] ?? ''
  const extension = extensions[type].exec(safe)?.[0].toLowerCase() ?? `.${type}`
  const stem = safe
    .slice(0, safe.length - given.length)
    .replace(/^[.\-\s]+/, '')
    .trimEnd()
  return numberedFileName(`${stem === '' ? 'image' : stem}${extension}`, 0)
}

/**
 * Numbers a file name: 1 makes `name-1.jpg` of `name.jpg`, 0 leaves it as it is. Shortens what
 * stands before the number so that the name stays within 255 bytes.
 */
export function numberedFileName(name: string, number: number): string {
  const extension = imageExtension.exec(name)?.[0] ?? ''
  const suffix = `${number === 0 ? '' : `-${number}`}${extension}`
  const characters = Array.from(name.slice(0, name.length - extension.length)).slice(
    0,
    maxNameBytes,
  )
  while (byteLength(characters.join('') + suffix) > maxNameBytes) characters.pop()
  return characters.join('') + suffix
}
