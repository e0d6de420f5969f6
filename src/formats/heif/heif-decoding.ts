import type { DecodingPlan } from '../format.ts'
import { readItems, readPrimaryId, readProperties } from './heif-items.ts'
import { boxesIn, FieldReader, findBox, fullBoxHeader, type Box } from './iso-boxes.ts'

/** Items of these types are no pictures. */
const otherTypes = new Set(['Exif', 'mime', 'uri '])

/** How the type of an auxiliary picture ends where it holds transparency (23008-12, 6.6.2.1). */
const alphaTypes = [/auxid:1$/, /:alpha$/]

/**
 * Bytes that libheif 1.15 holds for each pixel, measured: what it decodes, converts and writes. AVIF
 * takes less on one processor, and twice as much on two (dav1d 1.0).
 */
const perPixel = { plain: 5.25, withAlpha: 11, deep: 16.5 }

/** libheif 1.15 takes no file whose main brand is that of a sequence, though it has a picture, too. */
const sequenceBrands = /^(avis|msf1|hev[cx])/
const [brandAt, pictureBrand] = [8, Buffer.from('mif1')]

/**
 * Plans how the primary picture of a HEIF file is decoded alone. libheif's programs decode every
 * picture that is not hidden, and number what they write by the ids of the items.
 * @param meta the content of the `meta` box.
 * @param start where that lies in the file.
 * @param brands the content of the `ftyp` box, with which the file begins.
 */
export function planHeifDecoding(meta: Buffer, start: number, brands: string): DecodingPlan {
  const boxes = boxesIn(meta.subarray(fullBoxHeader))
  const [primary, dependent] = [readPrimaryId(boxes), readDependentIds(boxes)]
  const items = readItems(boxes)
  const others = items.filter(
    ({ id, type, isHidden }) =>
      id !== primary && !isHidden && !otherTypes.has(type) && !dependent.has(id),
  )
  const positionOf = (bytes: Buffer) => start + bytes.byteOffset - meta.byteOffset
  const { all: properties } = readProperties(boxes)
  const hasTransparency = properties.some(isAlpha)
  return {
    hasTransparency,
    heldPerPixel: properties.some(isDeep)
      ? perPixel.deep
      : hasTransparency
        ? perPixel.withAlpha
        : perPixel.plain,
    isOnOneProcessor: items.some(({ type }) => type === 'av01'),
    changes: [
      ...others.map(({ flags }) => ({ position: positionOf(flags), value: (flags[0] ?? 0) | 1 })),
      ...(sequenceBrands.test(brands)
        ? Array.from(pictureBrand, (value, index) => ({ position: brandAt + index, value }))
        : []),
    ],
  }
}

/** Finds thumbnails and auxiliary pictures, which belong to others (14496-12, 8.11.12). */
function readDependentIds(meta: readonly Box[]): Set<number> {
  const iref = findBox(meta, 'iref')
  const idLength = iref[0] === 0 ? 2 : 4
  const references = boxesIn(iref.subarray(fullBoxHeader))
  return new Set(
    references
      .filter(({ type }) => type === 'thmb' || type === 'auxl')
      .map(({ content }) => new FieldReader(content).uint(idLength)),
  )
}

/** Whether a property says that an item is the transparency of another one. */
function isAlpha({ type, content }: Box): boolean {
  const [name = ''] = content.toString('latin1', fullBoxHeader).split('\0')
  return type === 'auxC' && alphaTypes.some((pattern) => pattern.test(name))
}

/** Whether a property says that samples have more than eight bits (14496-15, 8.3.3; AV1-ISOBMFF, 2.3.3). */
const isDeep = ({ type, content }: Box) =>
  (type === 'hvcC' && ((content[17] ?? 0) & 7) > 0) ||
  (type === 'av1C' && ((content[2] ?? 0) & 0x40) > 0)
