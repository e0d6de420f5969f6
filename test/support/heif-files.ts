import { boxesIn, findBox, fullBoxHeader } from '../../src/formats/heif/iso-boxes.ts'
import { box, number, size } from './heif.ts'

/** An item of a HEIF file (ISO/IEC 14496-12, 8.11.6). */
export interface HeifItem {
  id: number
  type: string
  data: Uint8Array
  isHidden?: boolean
  /** Boxes, in the order in which they apply. */
  properties?: readonly Buffer[]
}

interface HeifFile {
  /** Those of a HEIC from before MIAF, unless given. */
  brands?: string
  /** The id of the primary item; without one, the file names none. */
  primary?: number
  items: readonly HeifItem[]
  references?: readonly { type: string; from: number; to: readonly number[] }[]
}

const full = Buffer.alloc(4)

/** Writes a HEIF file out of items. */
export function composeHeif(file: HeifFile): Buffer {
  const { brands = 'heic\0\0\0\0mif1heic' } = file
  const start = box('ftyp', Buffer.from(brands, 'latin1'))
  const data = file.items.map((item) => item.data)
  // The offsets are as long whatever they are.
  const { length } = composeMeta(file, 0)
  const meta = composeMeta(file, start.length + length + 8)
  return Buffer.concat([start, meta, box('mdat', ...data)])
}

function composeMeta({ primary, items, references = [] }: HeifFile, dataStart: number): Buffer {
  const infos = items.map(({ id, type, isHidden = false }) =>
    box(
      'infe',
      Buffer.of(2, 0, 0, isHidden ? 1 : 0),
      number(id, 2),
      number(0, 2),
      Buffer.from(`${type}\0`, 'latin1'),
    ),
  )
  let at = dataStart
  const locations = items.map(({ id, data }) => {
    const extent = [number(at, 4), number(data.length, 4)]
    at += data.length
    return Buffer.concat([number(id, 2), number(0, 2), number(1, 2), ...extent])
  })
  const links = references.map(({ type, from, to }) =>
    box(type, number(from, 2), number(to.length, 2), ...to.map((id) => number(id, 2))),
  )
  return box(
    'meta',
    full,
    box('hdlr', full, Buffer.from('\0\0\0\0pict'), Buffer.alloc(13)),
    ...(primary === undefined ? [] : [box('pitm', full, number(primary, 2))]),
    box('iinf', full, number(items.length, 2), ...infos),
    box('iloc', full, Buffer.of(0x44, 0), number(items.length, 2), ...locations),
    ...(links.length === 0 ? [] : [box('iref', full, ...links)]),
    composeProperties(items),
  )
}

function composeProperties(items: readonly HeifItem[]): Buffer {
  const all: Buffer[] = []
  const associations = items.map(({ id, properties = [] }) => {
    const indexes = properties.map((property) => number(0x80 | all.push(property), 1))
    return Buffer.concat([number(id, 2), number(indexes.length, 1), ...indexes])
  })
  return box(
    'iprp',
    box('ipco', ...all),
    box('ipma', full, number(items.length, 4), ...associations),
  )
}

/** Takes the one picture out of a file of `heif-enc`: how it is coded, its size, and its data. */
export function imageOf(file: Buffer, id = 1): Required<HeifItem> {
  const boxes = boxesIn(file)
  const meta = boxesIn((findBox(boxes, 'meta') ?? full).subarray(fullBoxHeader))
  const properties = boxesIn(findBox(boxesIn(findBox(meta, 'iprp') ?? full), 'ipco') ?? full)
  const kept = properties
    .filter(({ type }) => ['hvcC', 'av1C', 'ispe', 'pixi', 'colr'].includes(type))
    .map(({ type, content }) => box(type, content))
  const data = findBox(boxes, 'mdat') ?? full
  const type = kept.some((each) => each.includes('av1C')) ? 'av01' : 'hvc1'
  return { id, type, data, isHidden: false, properties: kept }
}

/** A picture made of tiles, row by row, as phones write them (ISO/IEC 23008-12, 6.6.2.3). */
export function gridOf(
  tiles: readonly Buffer[],
  { columns, width, height }: { columns: number; width: number; height: number },
): Buffer {
  const images = tiles.map((tile, index) => ({ ...imageOf(tile, index + 1), isHidden: true }))
  const id = images.length + 1
  const rows = images.length / columns
  const shape = [Buffer.of(0, 0, rows - 1, columns - 1), number(width, 2), number(height, 2)]
  const grid = { id, type: 'grid', data: Buffer.concat(shape), properties: [size(width, height)] }
  const references = [{ type: 'dimg', from: id, to: images.map((image) => image.id) }]
  return composeHeif({ primary: id, items: [...images, grid], references })
}
