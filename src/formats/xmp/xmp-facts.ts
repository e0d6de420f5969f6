import { readXmpText, type XmpPacket } from './xmp-text.ts'

/**
 * What the service takes from XMP data. Each row is kept in the index and open to conditions as
 * `image.xmp`: a whole number from 0 to 255, of which 0 stands for nothing said.
 */
const readers = {
  rating: readRating,
} satisfies Record<string, (packet: XmpPacket) => number>

export type XmpFacts = Readonly<Record<keyof typeof readers, number>>

/** More than any program writes beside a picture, in bytes. */
export const maxXmpLength = 256 * 1024

const rows = Object.entries<(packet: XmpPacket) => number>(readers)

/** The names of the facts, in the order in which the index keeps them. */
export const xmpFactNames = rows.map(([name]) => name)

const factsOf = (values: readonly number[]): XmpFacts =>
  Object.assign({}, ...xmpFactNames.map((name, index) => ({ [name]: values[index] })))

/** What goes for pictures without XMP data: most of them share it. */
export const noXmpFacts = factsOf(rows.map(() => 0))

/** Gives the facts of these values, in the order of their names. */
export const toXmpFacts = (values: readonly number[]): XmpFacts =>
  values.every((value) => value === 0) ? noXmpFacts : factsOf(values)

/** Reads the facts of an XMP packet. */
export const readXmpFacts = (packet: XmpPacket | undefined): XmpFacts =>
  packet === undefined ? noXmpFacts : toXmpFacts(rows.map(([, read]) => read(packet)))

/** Reads the stars, from 1 to 5; 0 where there are none, and for what was rejected (-1). */
function readRating(packet: XmpPacket): number {
  const stars = Number(readXmpText(packet, 'http://ns.adobe.com/xap/1.0/', 'Rating') ?? 0)
  return stars >= 1 && stars <= 5 ? Math.floor(stars) : 0
}
