import { deflateSync, inflateSync } from 'node:zlib'

export type Colour = readonly [red: number, green: number, blue: number]

export const red: Colour = [220, 30, 30]
export const green: Colour = [30, 200, 30]
export const blue: Colour = [30, 30, 220]
export const white: Colour = [240, 240, 240]

export function chunk(type: string, content: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const around = Buffer.alloc(8)
  around.writeUInt32BE(content.length)
  around.writeUInt32BE(Bun.hash.crc32(body), 4)
  return Buffer.concat([around.subarray(0, 4), body, around.subarray(4)])
}

/**
 * A PNG that a decoder takes.
 * @param kind bits of a sample, and the type of colour (PNG, third edition, 11.2.1).
 * @param rows each behind the byte of its filter.
 */
export function pngOf(
  width: number,
  height: number,
  kind: readonly [depth: number, type: number],
  rows: Uint8Array,
  level = 1,
): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.set(kind, 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A PNG, each pixel by its place. */
export function paint(
  width: number,
  height: number,
  colourAt: (x: number, y: number) => Colour,
): Buffer {
  const rows: number[] = []
  for (let y = 0; y < height; y += 1) {
    rows.push(0)
    for (let x = 0; x < width; x += 1) rows.push(...colourAt(x, y))
  }
  return pngOf(width, height, [8, 2], Buffer.from(rows), 6)
}

/** Red, green / blue, white, as in a reading order. */
export const quadrants = (width: number, height: number) =>
  paint(width, height, (x, y) => {
    if (y < height / 2) return x < width / 2 ? red : green
    return x < width / 2 ? blue : white
  })

/** Noise that doesn't compress well, so that quality shows in the size. */
export const noise = (width: number, height: number, salt = 1) =>
  paint(width, height, (x, y) => {
    const value = (x * 73 + y * 151 + x * y * 31 * salt) % 256
    return [value, 255 - value, (value * 7) % 256]
  })

/** So many small pictures that differ, as files: `1.png`, `2.png` … behind a path. */
export const pictures = (count: number, path = '') =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `${path}${index + 1}.png`,
      noise(60, 40, index + 1),
    ]),
  )

export interface Picture {
  width: number
  height: number
  colourAt: (x: number, y: number) => Colour
}

/** A picture as a PNG of 16 bits a sample. */
export function deepPng({ width, height, colourAt }: Picture): Buffer {
  const rows = Buffer.alloc(height * (1 + width * 6))
  for (let y = 0, at = 0; y < height; y += 1) {
    at += 1
    for (let x = 0; x < width; x += 1) {
      for (const value of colourAt(x, y)) at = rows.writeUInt16BE(value * 256, at)
    }
  }
  return pngOf(width, height, [16, 2], rows)
}

/** Reads an 8-bit PNG without interlacing: its size and its colours. */
export function readPng(bytes: Uint8Array): Picture {
  const buffer = Buffer.from(bytes)
  const [width, height] = [buffer.readUInt32BE(16), buffer.readUInt32BE(20)]
  const depth = { 0: 1, 2: 3, 4: 2, 6: 4 }[buffer[25] ?? 9] ?? 0
  const parts: Buffer[] = []
  for (let at = 8; at < buffer.length; at += 12 + buffer.readUInt32BE(at)) {
    const content = buffer.subarray(at + 8, at + 8 + buffer.readUInt32BE(at))
    if (buffer.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(content)
  }
  const pixels = unfilter(inflateSync(Buffer.concat(parts)), width * depth, height, depth)
  const colourAt = (x: number, y: number): Colour => {
    const at = (y * width + x) * depth
    const [r = 0, g = 0, b = 0] = pixels.subarray(at, at + 3)
    return [r, g, b]
  }
  return { width, height, colourAt }
}

/** Undoes the filters of the rows (PNG, third edition, 9.2). */
function unfilter(data: Uint8Array, length: number, height: number, depth: number): Uint8Array {
  const out = new Uint8Array(length * height)
  for (let y = 0; y < height; y += 1) {
    const filter = data[y * (length + 1)]
    for (let x = 0; x < length; x += 1) {
      const left = x < depth ? 0 : (out[y * length + x - depth] ?? 0)
      const up = y === 0 ? 0 : (out[(y - 1) * length + x] ?? 0)
      const corner = x < depth || y === 0 ? 0 : (out[(y - 1) * length + x - depth] ?? 0)
      const guesses = [0, left, up, (left + up) >> 1, paeth(left, up, corner)]
      out[y * length + x] = (data[y * (length + 1) + 1 + x] ?? 0) + (guesses[filter ?? 0] ?? 0)
    }
  }
  return out
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner
  const [toLeft, toUp, toCorner] = [left, up, corner].map((value) => Math.abs(guess - value))
  if (toLeft === undefined || toUp === undefined || toCorner === undefined) return 0
  if (toLeft <= toUp && toLeft <= toCorner) return left
  return toUp <= toCorner ? up : corner
}

/** Whether two colours are the same but for what compressing does to them. */
export const isClose = (one: Colour, other: Colour) =>
  one.every((value, index) => Math.abs(value - (other[index] ?? 0)) < 60)

/** How much two pictures of one size differ: the mean over all pixels and colours, of 255. */
export function difference(one: Picture, other: Picture): number {
  let sum = 0
  for (let y = 0; y < one.height; y += 1) {
    for (let x = 0; x < one.width; x += 1) {
      const theirs = other.colourAt(x, y)
      one.colourAt(x, y).forEach((value, index) => (sum += Math.abs(value - (theirs[index] ?? 0))))
    }
  }
  return sum / (one.width * one.height * 3)
}

const names = { red, green, blue, white }

/** The colours of the four quadrants of a picture, in reading order. */
export async function quadrantsOf(picture: Uint8Array) {
  const { width, height, colourAt } = readPng(await new Bun.Image(picture).png().bytes())
  const places = [
    [0.25, 0.25],
    [0.75, 0.25],
    [0.25, 0.75],
    [0.75, 0.75],
  ] as const
  return places.map(([x, y]) => {
    const found = colourAt(Math.floor(x * width), Math.floor(y * height))
    return Object.entries(names).find(([, colour]) => isClose(colour, found))?.[0]
  })
}
