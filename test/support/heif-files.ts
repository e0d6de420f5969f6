import { boxesIn, findBox, fullBoxHeader } from '../../src/formats/heif/iso-boxes.ts'
import { box, composeHeif, full, number, size, type HeifItem } from './heif.ts'

export { composeHeif, type HeifItem } from './heif.ts'

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
