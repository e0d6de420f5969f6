import { readXmpText, type XmpPacket } from './xmp-text.ts'

/** Reads the stars, from 1 to 5; 0 where there are none, and for what was rejected (-1). */
export function readXmpRating(packet: XmpPacket | undefined): number {
  const rating = packet && readXmpText(packet, 'http://ns.adobe.com/xap/1.0/', 'Rating')
  const stars = Number(rating ?? 0)
  return stars >= 1 && stars <= 5 ? Math.floor(stars) : 0
}
