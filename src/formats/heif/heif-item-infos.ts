import { boxesIn, FieldReader, findBox, fullBoxHeader, type Box } from './iso-boxes.ts'

/** What the `meta` box of a HEIF file says of one of its items (ISO/IEC 14496-12, 8.11.6). */
export interface ItemInfo {
  id: number
  /** Four characters: `hvc1`, `av01`, `grid`, `Exif`, `mime`. */
  type: string
  /** Of a `mime`, the media type of its content. */
  mediaType: string | undefined
  /** Whether it is no picture of its own, such as a tile (ISO/IEC 23008-12, 6.4.2). */
  isHidden: boolean
  /** The byte whose lowest bit says so. */
  flags: Buffer
}

/** @param meta the boxes in the `meta` box. */
export function readPrimaryId(meta: readonly Box[]): number | undefined {
  const pitm = findBox(meta, 'pitm')
  if (pitm === undefined) return undefined
  const fields = new FieldReader(pitm)
  const version = fields.uint(1)
  fields.skip(3)
  return fields.uint(version === 0 ? 2 : 4)
}

/**
 * Lists the items of a file. Those of the first versions of the format, which have no type, are
 * left out.
 * @param meta the boxes in the `meta` box.
 */
export function readItems(meta: readonly Box[]): ItemInfo[] {
  const iinf = findBox(meta, 'iinf')
  if (iinf === undefined) return []
  const isWide = iinf.length > 0 && iinf[0] !== 0
  const infos = boxesIn(iinf.subarray(fullBoxHeader + (isWide ? 4 : 2)))
  return infos.flatMap((info) => (info.type === 'infe' ? readItem(info.content) : []))
}

function readItem(content: Buffer): ItemInfo[] {
  const fields = new FieldReader(content)
  const version = fields.uint(1)
  if (version < 2) return []
  const isHidden = (fields.uint(3) & 1) === 1
  const id = fields.uint(version >= 3 ? 4 : 2)
  fields.skip(2)
  const type = fields.text(4)
  const [, mediaType] = type === 'mime' ? fields.rest().toString('latin1').split('\0') : []
  return [{ id, type, mediaType, isHidden, flags: content.subarray(3, 4) }]
}
