import type { ByteReader } from '../byte-reader.ts'
import { exifWith, withOrientation } from '../exif/exif-edit.ts'
import { readExif } from '../exif/exif.ts'
import type { FileChange, Turn } from '../format.ts'
import { exifSegmentOf, findExif, maxExifLength } from './jpeg-exif.ts'

/** The orientations that follow each other when a picture turns clockwise (EXIF 2.32, 4.6.4 A). */
const turns = [
  [1, 6, 3, 8],
  [2, 7, 4, 5],
]

/** Plans how a JPEG is turned by its EXIF data alone. `undefined` where these have no room for it. */
export async function planTurn(reader: ByteReader, turn: Turn): Promise<FileChange | undefined> {
  const { exif, free } = await findExif(reader)
  const facts = readExif(exif?.data ?? Buffer.alloc(0))
  const orientation = turned(facts.orientation, turn)
  const data = exif && withOrientation(exif.data, orientation)
  if (exif === undefined || (data === undefined && facts.taken === 0)) {
    // In front of data that can't be read: readers take what comes first.
    return { position: free, removed: 0, bytes: exifSegmentOf(exifWith(orientation)) }
  }
  if (data === undefined || data.length > maxExifLength) return undefined
  return { position: exif.at, removed: exif.length, bytes: exifSegmentOf(data) }
}

function turned(orientation: number, turn: Turn): number {
  const circle = turns.find((each) => each.includes(orientation)) ?? []
  return circle[(circle.indexOf(orientation) + turn / 90) % 4] ?? orientation
}
