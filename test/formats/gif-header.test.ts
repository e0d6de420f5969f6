import { expect, test } from 'bun:test'
import { headerOf } from '../support/byte-source.ts'

const uint16 = (...values: number[]) => {
  const bytes = Buffer.alloc(2 * values.length)
  values.forEach((value, index) => bytes.writeUInt16LE(value, 2 * index))
  return bytes
}

const colours = Buffer.of(220, 30, 30, 0, 0, 0)

const screen = (width: number, height: number, flags = 0x80) =>
  Buffer.concat([
    Buffer.from('GIF89a'),
    uint16(width, height),
    Buffer.of(flags, 0, 0),
    ...(flags === 0 ? [] : [colours]),
  ])

type Place = [left: number, top: number, width: number, height: number]

/** An image without its codes: they are not looked at. */
const frame = (place: Place, flags = 0) =>
  Buffer.concat([Buffer.of(0x2c), uint16(...place), Buffer.of(flags, 2, 0)])

const comment = (length: number) =>
  Buffer.concat([
    Buffer.of(0x21, 0xfe),
    ...Array.from({ length: Math.ceil(length / 255) }, () => Buffer.alloc(256, 0xff)),
    Buffer.of(0),
  ])

// What is expected was measured: it is what Chromium shows of each.
test.each<[string, [number, number], Place[], [number, number]]>([
  ['its screen, however small the frame', [20, 10], [[5, 3, 4, 4]], [20, 10]],
  ['the first frame where that is larger', [20, 10], [[0, 0, 30, 15]], [30, 15]],
  ['the screen and the frame beside it', [20, 10], [[25, 12, 4, 4]], [29, 16]],
  ['as wide as the frame reaches', [20, 10], [[15, 2, 10, 4]], [25, 10]],
  ['the first frame of a screen without size', [0, 0], [[3, 4, 20, 10]], [23, 14]],
  ['as wide as the frame of a screen without width', [0, 10], [[0, 0, 20, 10]], [20, 10]],
])('the size of a GIF is %s', async (_, [width, height], places, [shownWidth, shownHeight]) => {
  const frames = places.map((place) => frame(place))
  const bytes = Buffer.concat([screen(width, height), ...frames])
  expect(await headerOf(bytes)).toMatchObject({ width: shownWidth, height: shownHeight })
})

test('the size of a GIF is not that of a later frame, and is found behind 100 KB of comments', async () => {
  const first = [comment(100_000), frame([0, 0, 30, 15]), frame([0, 0, 40, 40])]
  const bytes = Buffer.concat([screen(20, 10), ...first])
  expect(await headerOf(bytes)).toMatchObject({ width: 30, height: 15 })
  const endless = comment(3 * 1024 ** 2)
  for (const rest of [Buffer.of(0x99), Buffer.of(0x3b), Buffer.alloc(5000), endless]) {
    const bytes = Buffer.concat([screen(20, 10), rest, frame([0, 0, 30, 15])])
    expect(await headerOf(bytes)).toMatchObject({ width: 20, height: 10 })
  }
})

test('a GIF without any colours is known not to scale', async () => {
  const obstacle = 'its palette is missing or damaged'
  const without = Buffer.concat([screen(20, 10, 0), frame([0, 0, 20, 10])])
  expect(await headerOf(without)).toMatchObject({ obstacle })
  const withOwn = Buffer.concat([screen(20, 10, 0), frame([0, 0, 20, 10], 0x80)])
  expect(await headerOf(withOwn)).toMatchObject({ obstacle: undefined })
  const withShared = Buffer.concat([screen(20, 10), frame([0, 0, 20, 10])])
  expect(await headerOf(withShared)).toMatchObject({ obstacle: undefined })
})
