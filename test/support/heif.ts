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

/** A number in so many bytes. */
export function number(value: number, length: 1 | 2 | 4): Buffer {
  const bytes = Buffer.alloc(length)
  bytes.writeUIntBE(value, 0, length)
  return bytes
}

const full = Buffer.alloc(4)

export const size = (width: number, height: number) =>
  box('ispe', full, number(width, 4), number(height, 4))

/** Turns by so many quarters, against the clock. */
export const turn = (quarters: number) => box('irot', number(quarters, 1))

export const mirror = (axis: 0 | 1) => box('imir', number(axis, 1))

/** Crops to so many pixels around the middle. */
export const crop = (width: number, height: number) =>
  box('clap', ...[width, 1, height, 1, 0, 1, 0, 1].map((each) => number(each, 4)))

/** The header of a HEIF file whose one image has these properties, in their order. */
export function heifHeader(properties: readonly Buffer[], brands = ['heic', 'mif1']): Buffer {
  const [main = '', ...compatible] = brands.map((brand) => Buffer.from(brand, 'latin1'))
  const associations = properties.map((_, index) => number(0x80 | (index + 1), 1))
  const meta = box(
    'meta',
    full,
    box('hdlr', full, Buffer.from('\0\0\0\0pict'), Buffer.alloc(13)),
    box('pitm', full, number(7, 2)),
    box(
      'iinf',
      full,
      number(1, 2),
      box('infe', Buffer.of(2, 0, 0, 0), number(7, 2), number(0, 2), Buffer.from('hvc1\0')),
    ),
    box(
      'iprp',
      box('ipco', ...properties),
      box(
        'ipma',
        full,
        number(1, 4),
        number(7, 2),
        number(associations.length, 1),
        ...associations,
      ),
    ),
  )
  return Buffer.concat([
    box('ftyp', Buffer.from(main), number(0, 4), ...compatible.map((brand) => Buffer.from(brand))),
    meta,
    box('mdat', Buffer.from('the picture')),
  ])
}
