/**
 * Validates names and paths. No client's text becomes part of a disk path without it: existing
 * folders and images are found in the index by the segments that `parsePath` returns, and new ones
 * get the names that `parseNewFolderPath` or `fileNames` return.
 */

export const prohibitedChars = ['<', '>', ':', '"', '|', '?', '*', '\\'] as const

/** The folder inside the uploads directory where the service keeps its own files. */
export const privateFolder = '.photo-frame'

/** Where folders go that are being deleted. */
export const deletionFolder = `${privateFolder}/staging`

/** Where what was deleted waits to be restored, each by its id. */
export const trashFolder = `${privateFolder}/trash`

/**
 * Makes a hidden name for a copy on its way into the collection, in the folder where it will be, and
 * for a folder on its way out of it.
 * @param begun in milliseconds since 1970; now unless given.
 */
export const newCopyName = (begun?: number) => `${privateFolder}-${Bun.randomUUIDv7('hex', begun)}`

/** When a copy was begun, in milliseconds since 1970; `undefined` for the name of anything else (RFC 9562, 5.7). */
export function copyBegunAt(name: string): number | undefined {
  const [, first = '', second] =
    /^\.photo-frame-([\da-f]{8})-([\da-f]{4})-7[\da-f]{3}-[\da-f]{4}-[\da-f]{12}$/.exec(name) ?? []
  return second === undefined ? undefined : Number.parseInt(first + second, 16)
}

/** What file systems take. */
export const maxNameBytes = 255
const maxDepth = 64
const maxPathBytes = 2048
const ignoredName = /^(@eadir|#recycle|lost\+found)$/i
/**
 * Includes U+FFFD, which stands for bytes that are not UTF-8: a file can't be opened by a name that
 * holds it.
 */
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const unsafeChar = /[<>:"|?*\\\u0000-\u001f\u007f-\u009f\ufffd]/
export const unsafeChars = new RegExp(unsafeChar, 'g')

/** Directional formatting, which reverses the text around it, and the mark of byte order. */
const misleadingChar = /[\u202a-\u202e\u2066-\u2069\ufeff]/
const visibleChar = /[^\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u

/** The length of a text on disk, in bytes of UTF-8. */
export const byteLength = (text: string) => Buffer.byteLength(text, 'utf8')

/** Whether a name on the disk can belong to the collection. */
export function isVisibleName(name: string): boolean {
  return !(name.startsWith('.') || unsafeChar.test(name) || ignoredName.test(name))
}

/** Whether a name on the disk would belong to the collection, but for a character in it. */
export const isUnsafeName = (name: string): boolean =>
  !name.startsWith('.') && unsafeChar.test(name)

/** Whether a new folder may have this name. */
function isFolderName(name: string): boolean {
  return (
    visibleChar.test(name) &&
    !misleadingChar.test(name) &&
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

/** Whether a path is that of a folder, or lies in it. All lie in the root. */
export const liesIn = (path: string, folder: string) =>
  folder === '' || `${path}/`.startsWith(`${folder}/`)

/** Where a path leads once a folder has moved; `undefined` for one that is not in it. */
export const movedPath = (path: string, from: string, to: string): string | undefined =>
  liesIn(path, from) ? to + path.slice(from.length) : undefined

/** Says of a folder whose path leaves no room what to do about it. */
export const noRoom = 'it lies too deep to be shown, or its path is too long: move it further up'

/** Whether the path of a folder leaves room for the name of an image in it. */
export const hasRoom = (folderPath: string) =>
  folderPath.split('/').length < maxDepth &&
  byteLength(folderPath) + 1 + maxNameBytes <= maxPathBytes

/** Like `parsePath`, but applies the stricter rules for names of new folders. */
export function parseNewFolderPath(path: string): string[] | undefined {
  const segments = parsePath(path)
  return segments?.every(isFolderName) && hasRoom(segments.join('/')) ? segments : undefined
}

/** Joins a folder's path and a name in it; the root's path is empty. */
export const joinPath = (folder: string, name: string) =>
  folder === '' ? name : `${folder}/${name}`

/** The folder part of a relative path; empty for the root. */
export const parentOf = (path: string) => path.slice(0, Math.max(path.lastIndexOf('/'), 0))

/** Makes names equal that a disk which ignores case takes for the same. */
export const foldCase = (name: string) => name.normalize('NFC').toUpperCase().toLowerCase()

/**
 * Names in NFC to names on disk. Where two names differ only in their normal form, the one in NFC
 * is the one that a client can mean.
 */
export function byVisibleName(diskNames: readonly string[]): Map<string, string> {
  const names = new Map<string, string>()
  for (const diskName of diskNames) {
    const name = diskName.normalize('NFC')
    if (name === diskName || !names.has(name)) names.set(name, diskName)
  }
  return names
}
