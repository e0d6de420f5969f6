import { join } from 'node:path'
import { temporaryFolder } from './temporary.ts'

/** The photo of the tests: 360 × 240 pixels. */
export const photo = async () =>
  Buffer.from(await Bun.file(`${import.meta.dir}/../photos/landscape.jpg`).bytes())

/** For 10 bits a sample; Debian's encoder of AVIF fails with as few samples of colour as usual. */
export const deepOptions = { heic: ['-b', '10'], avif: ['-b', '10', '-p', 'chroma=422'] }

/** Encodes a PNG or JPEG with `heif-enc`. */
export async function encodeHeif(
  picture: Uint8Array,
  type: 'heic' | 'avif',
  options: readonly string[] = [],
): Promise<Buffer> {
  await using folder = await temporaryFolder()
  const isPng = picture[0] === 0x89
  const input = join(folder.path, isPng ? 'input.png' : 'input.jpg')
  const output = join(folder.path, `output.${type}`)
  await Bun.write(input, picture)
  const codec = type === 'avif' ? ['--avif', '-p', 'speed=9'] : []
  const child = Bun.spawn(['heif-enc', ...codec, ...options, input, '-o', output], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  if ((await child.exited) !== 0) throw new Error(await new Response(child.stderr).text())
  return Buffer.from(await Bun.file(output).arrayBuffer())
}

/** A box of the ISO base media file format: its size, its type and its content. */
export function box(type: string, ...content: Uint8Array[]): Buffer {
  const all = Buffer.concat(content)
  const size = Buffer.alloc(4)
  size.writeUInt32BE(8 + all.length)
  return Buffer.concat([size, Buffer.from(type, 'latin1'), all])
}

export function number(value: number, length: 1 | 2 | 4): Buffer {
  const bytes = Buffer.alloc(length)
  bytes.writeUIntBE(value, 0, length)
  return bytes
}

export const full = Buffer.alloc(4)

export const size = (width: number, height: number) =>
  box('ispe', full, number(width, 4), number(height, 4))

/** Turns by so many quarters, against the clock. */
export const turn = (quarters: number) => box('irot', number(quarters, 1))

export const mirror = (axis: 0 | 1) => box('imir', number(axis, 1))

/** Crops to so many pixels around the middle. */
export const crop = (width: number, height: number) =>
  box('clap', ...[width, 1, height, 1, 0, 1, 0, 1].map((each) => number(each, 4)))

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

/** The header of a HEIF file whose one image has these properties, in their order. */
export const heifHeader = (properties: readonly Buffer[], brands = ['heic', 'mif1']) =>
  composeHeif({
    brands: brands.join('').replace(/^.{4}/, '$&\0\0\0\0'),
    primary: 7,
    items: [{ id: 7, type: 'hvc1', data: Buffer.from('the picture'), properties }],
  })
