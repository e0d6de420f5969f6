import { latin, riffChunk, uint, webpOf } from './bytes.ts'
import { insertAt, segment } from './orientation.ts'
import { chunk } from './pixels.ts'

/** An XMP packet with the attributes and elements of one description. */
export const xmpPacket = (attributes: string, elements = '') =>
  Buffer.from(
    `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">` +
      `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" ` +
      `xmlns:xmp="http://ns.adobe.com/xap/1.0/" ${attributes}>${elements}</rdf:Description></rdf:RDF>` +
      `</x:xmpmeta><?xpacket end="w"?>`,
  )

/** Puts XMP data into a JPEG, as its first segment. */
export const jpegWithXmp = (jpeg: Uint8Array, packet: Buffer) =>
  insertAt(jpeg, 2, segment(0xe1, Buffer.concat([latin('http://ns.adobe.com/xap/1.0/\0'), packet])))

/** Puts XMP data into a PNG, before its end as ExifTool does, or before its pixels. */
export function pngWithXmp(png: Uint8Array, packet: Buffer, before: 'IDAT' | 'IEND'): Buffer {
  const at = Buffer.from(png).indexOf(before, 0, 'latin1') - 4
  const text = Buffer.concat([Buffer.from('XML:com.adobe.xmp\0\0\0\0\0'), packet])
  return Buffer.concat([png.subarray(0, at), chunk('iTXt', text), png.subarray(at)])
}

/** Puts XMP data behind the pixels of a lossy WebP, which gets the extended form for it. */
export function webpWithXmp(
  webp: Uint8Array,
  packet: Buffer,
  size: { width: number; height: number },
): Buffer {
  const sides = [uint(3, size.width - 1, 'LE'), uint(3, size.height - 1, 'LE')]
  const features = [Buffer.of(0x04, 0, 0, 0), ...sides]
  const pixels = webp.subarray(12)
  return webpOf(riffChunk('VP8X', Buffer.concat(features)), pixels, riffChunk('XMP ', packet))
}

/** An XMP packet with tags. */
export const subjects = (...tags: string[]) =>
  xmpPacket(
    'xmlns:dc="http://purl.org/dc/elements/1.1/"',
    `<dc:subject><rdf:Bag>${tags.map((tag) => `<rdf:li>${tag}</rdf:li>`).join('')}</rdf:Bag></dc:subject>`,
  )
