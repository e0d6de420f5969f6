import { boxesIn, FieldReader, findBox, fullBoxHeader, type Box } from './iso-boxes.ts'

/** A part of the file. */
export interface Extent {
  offset: number
  length: number
}

/** What the `meta` box of a HEIF file says of one of its items (ISO/IEC 14496-12, 8.11.6). */
interface ItemInfo {
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

/**
 * @param meta the boxes in the `meta` box.
 * @returns 0, which is the id of no item, where none is named.
 */
export function readPrimaryId(meta: readonly Box[]): number {
  const fields = new FieldReader(findBox(meta, 'pitm'))
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
  const isWide = iinf[0] !== 0
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

/** More than any file has; a damaged one may claim 2³². */
const maxEntries = 4096

/**
 * Reads the size of the primary image as displayed, cropped and turned, whether its properties say how
 * it is turned or mirrored, and where EXIF and XMP data lie (ISO/IEC 23008-12).
 * @param meta the content of the `meta` box.
 * @returns `undefined` where the box is damaged or names no image.
 */
export function readPrimaryImage(meta: Buffer) {
  const boxes = boxesIn(meta.subarray(fullBoxHeader))
  const { all, associations } = readProperties(boxes)
  const own = readAssociations(associations, readPrimaryId(boxes))
  const ofPrimary = own.flatMap((index) => all[index - 1] ?? [])
  const size = displayedSize(ofPrimary)
  if (size === undefined) return undefined
  const items = readItems(boxes)
  const locate = (item: ItemInfo | undefined) =>
    item && readLocation(findBox(boxes, 'iloc'), item.id)
  const exif = locate(items.find(({ type }) => type === 'Exif'))
  const xmp = locate(items.find(({ mediaType }) => mediaType === 'application/rdf+xml'))
  const isOriented = ofPrimary.some(({ type }) => type === 'irot' || type === 'imir')
  return { ...size, isOriented, exif, xmp }
}

/** Lists the properties of all items, whichever have them, and says where it is told which (23008-12, 9.3). */
export function readProperties(meta: readonly Box[]) {
  const boxes = boxesIn(findBox(meta, 'iprp'))
  return { all: boxesIn(findBox(boxes, 'ipco')), associations: findBox(boxes, 'ipma') }
}

/** Lists the properties of an item by their position in `ipco`, from 1 (23008-12, 9.3.1). */
function readAssociations(ipma: Buffer, item: number): number[] {
  const fields = new FieldReader(ipma)
  const version = fields.uint(1)
  const isWide = (fields.uint(3) & 1) === 1
  const entries = Math.min(fields.uint(4), maxEntries)
  for (let entry = 0; entry < entries && !fields.isAtEnd; entry += 1) {
    const id = fields.uint(version === 0 ? 2 : 4)
    const count = fields.uint(1)
    // The highest bit says whether a reader has to understand the property.
    const indexes = Array.from({ length: count }, () =>
      isWide ? fields.uint(2) & 0x7fff : fields.uint(1) & 0x7f,
    )
    if (id === item) return indexes
  }
  return []
}

/** Applies crop (`clap`) and turn (`irot`) to the size, in their order (23008-12, 6.5). */
function displayedSize(properties: readonly Box[]) {
  const stored = properties.findLast(({ type }) => type === 'ispe')
  if (stored === undefined) return undefined
  const sides = new FieldReader(stored.content, fullBoxHeader)
  let size = { width: sides.uint(4), height: sides.uint(4) }
  for (const { type, content } of properties) {
    const fields = new FieldReader(content)
    if (type === 'clap') {
      const [width, widthUnit, height, heightUnit] = [4, 4, 4, 4].map((each) => fields.uint(each))
      size = {
        width: croppedSide(size.width, width, widthUnit),
        height: croppedSide(size.height, height, heightUnit),
      }
    } else if (type === 'irot' && fields.uint(1) % 2 === 1) {
      size = { width: size.height, height: size.width }
    }
  }
  return size
}

/** A crop is a fraction of pixels; one that makes no sense leaves the side as it is. */
function croppedSide(side: number, numerator = 0, denominator = 0): number {
  const cropped = Math.round(numerator / denominator)
  return cropped > 0 && cropped <= side ? cropped : side
}

/** Finds the first extent of an item that lies in the file itself (ISO/IEC 14496-12, 8.11.3). */
function readLocation(iloc: Buffer, item: number): Extent | undefined {
  const fields = new FieldReader(iloc)
  const version = fields.uint(1)
  fields.skip(3)
  const sizes = fields.uint(2)
  const [offsetSize, lengthSize] = [fieldLength(sizes >> 12), fieldLength((sizes >> 8) & 15)]
  const [baseSize, indexSize] = [fieldLength((sizes >> 4) & 15), fieldLength(sizes & 15)]
  const items = Math.min(fields.uint(version < 2 ? 2 : 4), maxEntries)
  for (let entry = 0; entry < items && !fields.isAtEnd; entry += 1) {
    const id = fields.uint(version < 2 ? 2 : 4)
    const method = version === 0 ? 0 : fields.uint(2) & 15
    fields.skip(2)
    const base = readLong(fields, baseSize)
    const extents = fields.uint(2)
    for (let extent = 0; extent < extents && !fields.isAtEnd; extent += 1) {
      if (version > 0) fields.skip(indexSize)
      const offset = base + readLong(fields, offsetSize)
      const length = readLong(fields, lengthSize)
      if (id === item && method === 0) return { offset, length }
    }
  }
  return undefined
}

/** Only these lengths of fields exist; others make the box unreadable, but not endless. */
const fieldLength = (length: number) => ([0, 4, 8].includes(length) ? length : 0)

const readLong = (fields: FieldReader, length: number) =>
  length === 8 ? fields.uint(4) * 2 ** 32 + fields.uint(4) : fields.uint(length)
