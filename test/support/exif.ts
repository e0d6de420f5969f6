import { exifSegment, insertAt } from './orientation.ts'

export type ByteOrder = 'BE' | 'LE'

/** The value of a field: text, or numbers of 16 or 32 bits. */
type Value = string | { short: number } | { long: number } | { directory: Directory }

type Directory = Record<number, Value>

export const tags = {
  orientation: 0x0112,
  dateTime: 0x0132,
  exifDirectory: 0x8769,
  dateTimeOriginal: 0x9003,
  dateTimeDigitized: 0x9004,
  offsetTime: 0x9010,
  offsetTimeOriginal: 0x9011,
  subSecTimeOriginal: 0x9291,
} as const

interface TiffOptions {
  order?: ByteOrder
  /** So many bytes lie between the directories and the values that don't fit into them. */
  gap?: number
}

/** Writes a TIFF structure, in which EXIF data are kept (TIFF 6.0, section 2). */
export function tiff(root: Directory, { order = 'BE', gap = 0 }: TiffOptions = {}): Buffer {
  const directories = [root, ...directoriesIn(root)]
  const starts = new Map<Directory, number>()
  let end = 8
  for (const directory of directories) {
    starts.set(directory, end)
    end += 6 + 12 * Object.keys(directory).length
  }
  end += gap
  const texts = directories.flatMap((directory) =>
    Object.values(directory).filter((value) => typeof value === 'string'),
  )
  const bytes = Buffer.alloc(end + texts.reduce((sum, text) => sum + text.length + 1, 0))
  const put = (size: 2 | 4, value: number, at: number) =>
    order === 'BE' ? bytes.writeUIntBE(value, at, size) : bytes.writeUIntLE(value, at, size)
  bytes.write(order === 'BE' ? 'MM' : 'II', 'latin1')
  put(2, 42, 2)
  put(4, 8, 4)
  for (const directory of directories) {
    let at = starts.get(directory) ?? 0
    const fields = Object.entries(directory)
    put(2, fields.length, at)
    at += 2
    for (const [tag, value] of fields) {
      put(2, Number(tag), at)
      if (typeof value === 'string') {
        put(2, 2, at + 2)
        put(4, value.length + 1, at + 4)
        const isInPlace = value.length < 4
        if (!isInPlace) put(4, end, at + 8)
        bytes.write(value, isInPlace ? at + 8 : end, 'latin1')
        if (!isInPlace) end += value.length + 1
      } else if ('short' in value) {
        put(2, 3, at + 2)
        put(4, 1, at + 4)
        put(2, value.short, at + 8)
      } else {
        put(2, 4, at + 2)
        put(4, 1, at + 4)
        put(4, 'long' in value ? value.long : (starts.get(value.directory) ?? 0), at + 8)
      }
      at += 12
    }
  }
  return bytes
}

function directoriesIn(directory: Directory): Directory[] {
  return Object.values(directory).flatMap((value) =>
    typeof value === 'object' && 'directory' in value
      ? [value.directory, ...directoriesIn(value.directory)]
      : [],
  )
}

export const withTiff = (jpeg: Uint8Array, data: Uint8Array) => insertAt(jpeg, 2, exifSegment(data))

/** EXIF data with a date of the shot, as `2024:05:17 18:30:00`. */
export const shotAt = (date: string) =>
  tiff({ [tags.exifDirectory]: { directory: { [tags.dateTimeOriginal]: date } } })
