import { cleanText } from '../description.ts'
import { readXmpList, readXmpTexts, type XmpPacket } from './xmp-text.ts'

export const maxTags = 62

export const maxTagLength = 200

/** Where programs write what a picture is about, and who is on it. */
const sources: readonly ((packet: XmpPacket) => string[])[] = [
  // ISO 16684-1, 8.3
  (packet) => readXmpList(packet, 'http://purl.org/dc/elements/1.1/', 'subject'),
  // digiKam writes the names of the tags above one, too: `People/Anna`.
  (packet) =>
    readXmpList(packet, 'http://www.digikam.org/ns/1.0/', 'TagsList').flatMap((path) => [
      path,
      path.slice(path.lastIndexOf('/') + 1),
    ]),
  // IPTC Photo Metadata Standard, "Person Shown in the Image"
  (packet) => readXmpList(packet, 'http://iptc.org/std/Iptc4xmpExt/2008-02-29/', 'PersonInImage'),
  // Guidelines for Handling Image Metadata of the Metadata Working Group, 5.9
  (packet) => readXmpTexts(packet, 'http://www.metadataworkinggroup.com/schemas/regions/', 'Name'),
]

/** Reads the tags of an XMP packet and the names of people, each once. */
export function readXmpTags(packet: XmpPacket | undefined): readonly string[] {
  if (packet === undefined) return noTags
  const all = sources.flatMap((read) => read(packet))
  const clean = all.flatMap((tag) => cleanText(tag, maxTagLength) ?? [])
  return clean.length === 0 ? noTags : [...new Set(clean)].slice(0, maxTags)
}

const noTags: readonly string[] = []
