import type { ByteReader } from '../byte-reader.ts'
import type { Inks } from '../format.ts'
import { isFrameHeader } from './jpeg-frame.ts'
import { endOfImage, headerLimits, JpegSegments, startOfScan } from './jpeg-segments.ts'

const profileSegment = 0xe2
const adobeSegment = 0xee

/** The name of a profile's segment, then its number and how many there are (ICC.1:2022, B.4). */
const profileName = 'ICC_PROFILE\0'
const profileStart = profileName.length + 2

/** Where Adobe's segment says how the inks are coded: 0 for as they are (Adobe, TN 5116). */
const adobeName = 'Adobe'
const transformAt = 11

/** The profiles of printers, the largest, take 2 MB. */
const maxProfile = 4 * 1024 ** 2

/**
 * Reads how a JPEG of four inks is coded, and their profile.
 * @returns `undefined` where one of these is missing or damaged.
 */
export async function readInks(reader: ByteReader): Promise<Inks | undefined> {
  const segments = new JpegSegments(reader, headerLimits)
  const chunks = new Map<number, Buffer>()
  let coding: { codingAt: number; isYcck: boolean } | undefined
  let length = 0
  for (;;) {
    const segment = await segments.next()
    if (segment === undefined || segment.marker === endOfImage) return undefined
    const { marker, at } = segment
    if (marker === startOfScan) break
    if (marker === adobeSegment) {
      const content = await segments.content(transformAt + 1)
      if (content?.toString('latin1', 0, adobeName.length) !== adobeName) continue
      const transform = content[transformAt]
      if (transform === undefined) continue
      coding = { codingAt: at + transformAt, isYcck: transform !== 0 }
    } else if (marker === profileSegment && length <= maxProfile) {
      const content = await segments.content()
      if (content?.toString('latin1', 0, profileName.length) !== profileName) continue
      chunks.set(content[profileName.length] ?? 0, content.subarray(profileStart))
      length += content.length
    } else if (isFrameHeader(marker)) {
      const content = await segments.content()
      if (content?.[5] !== 4) return undefined
    }
  }
  if (coding === undefined || chunks.size === 0 || length > maxProfile) return undefined
  const sorted = [...chunks].toSorted(([one], [other]) => one - other)
  return { ...coding, profile: Buffer.concat(sorted.map(([, chunk]) => chunk)) }
}
