import { chunk } from './pixels.ts'

const uint = (bytes: 1 | 2 | 4, value: number, endian: 'BE' | 'LE') => {
  const buffer = Buffer.alloc(bytes)
  if (endian === 'BE') buffer.writeUIntBE(value, 0, bytes)
  else buffer.writeUIntLE(value, 0, bytes)
  return buffer
}

/** An XMP packet with the attributes and elements of one description. */
export const xmpPacket = (attributes: string, elements = '') =>
  Buffer.from(
    `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">` +
      `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" ` +
      `xmlns:xmp="http://ns.adobe.com/xap/1.0/" ${attributes}>${elements}</rdf:Description></rdf:RDF>` +
      `</x:xmpmeta><?xpacket end="w"?>`,
  )

/** Puts XMP data into a JPEG, as its first segment. */
export function jpegWithXmp(jpeg: Uint8Array, packet: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from('http://ns.adobe.com/xap/1.0/\0'), packet])
  const head = Buffer.concat([Buffer.of(0xff, 0xe1), uint(2, content.length + 2, 'BE')])
  return Buffer.concat([jpeg.subarray(0, 2), head, content, jpeg.subarray(2)])
}

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
  const sides = [uint(4, size.width - 1, 'LE'), uint(4, size.height - 1, 'LE')]
  const features = Buffer.concat([
    Buffer.of(0x04, 0, 0, 0),
    ...sides.map((side) => side.subarray(0, 3)),
  ])
  const riff = (name: string, content: Uint8Array) =>
    Buffer.concat([
      Buffer.from(name),
      uint(4, content.length, 'LE'),
      content,
      Buffer.alloc(content.length % 2),
    ])
  const form = Buffer.concat([
    Buffer.from('WEBP'),
    riff('VP8X', features),
    webp.subarray(12),
    riff('XMP ', packet),
  ])
  return Buffer.concat([Buffer.from('RIFF'), uint(4, form.length, 'LE'), form])
}
