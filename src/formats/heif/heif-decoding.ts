import type { DecodingPlan } from '../format.ts'
import { readItems, readPrimaryId } from './heif-item-infos.ts'
import { boxesIn, FieldReader, findBox, fullBoxHeader, type Box } from './iso-boxes.ts'

/** Items of these types are no pictures. */
const otherTypes = new Set(['Exif', 'mime', 'uri '])

/** How the type of an auxiliary picture ends where it holds transparency (23008-12, 6.6.2.1). */
const alphaTypes = [/auxid:1$/, /:alpha$/]

/** Bytes that libheif 1.15 holds for each pixel, measured: what it decodes, converts and writes. */
const perPixel = { plain: 5, withAlpha: 10, deep: 18 }

/**
 * Plans how the primary picture of a HEIF file is decoded alone. libheif's programs decode every
 * picture that is not hidden, and number what they write by the ids of the items.
 * @param meta the content of the `meta` box.
 * @param start where that lies in the file.
 */
export function planHeifDecoding(meta: Buffer, start: number): DecodingPlan {
  const boxes = boxesIn(meta.subarray(fullBoxHeader))
  const primary = readPrimaryId(boxes)
  const dependent = readDependentIds(boxes)
  const others = readItems(boxes).filter(
    ({ id, type, isHidden }) =>
      id !== primary && !isHidden && !otherTypes.has(type) && !dependent.has(id),
  )
  const positionOf = (bytes: Buffer) => start + bytes.byteOffset - meta.byteOffset
  const properties = readProperties(boxes)
  const hasTransparency = properties.some(isAlpha)
  return {
    hasTransparency,
    heldPerPixel: properties.some(isDeep)
      ? perPixel.deep
      : hasTransparency
        ? perPixel.withAlpha
        : perPixel.plain,
    bitsToSet: others.map(({ flags }) => positionOf(flags)),
  }
}

/** Finds thumbnails and auxiliary pictures, which belong to others (14496-12, 8.11.12). */
function readDependentIds(meta: readonly Box[]): Set<number> {
  const iref = findBox(meta, 'iref') ?? Buffer.alloc(0)
  const idLength = iref[0] === 0 ? 2 : 4
  const references = boxesIn(iref.subarray(fullBoxHeader))
  return new Set(
    references
      .filter(({ type }) => type === 'thmb' || type === 'auxl')
      .map(({ content }) => new FieldReader(content).uint(idLength)),
  )
}

/** Lists the properties of all items, whichever have them (23008-12, 9.3). */
const readProperties = (meta: readonly Box[]) =>
  boxesIn(findBox(boxesIn(findBox(meta, 'iprp') ?? Buffer.alloc(0)), 'ipco') ?? Buffer.alloc(0))

/** Whether a property says that an item is the transparency of another one. */
function isAlpha({ type, content }: Box): boolean {
  const [name = ''] = content.toString('latin1', fullBoxHeader).split('\0')
  return type === 'auxC' && alphaTypes.some((pattern) => pattern.test(name))
}

/** Whether a property says that a channel has more than eight bits (23008-12, 6.5.6). */
const isDeep = ({ type, content }: Box) =>
  type === 'pixi' && content.subarray(fullBoxHeader + 1).some((bits) => bits > 8)
