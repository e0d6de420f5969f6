import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import {
  distance,
  fitted,
  followFingers,
  settle,
  zoomFrom,
  type Point,
  type Zoom,
} from '../../../../src/pages/admin/viewer/zoom.ts'

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true })
const point = fc.record({ x: number(-500, 500), y: number(-500, 500) })
const zoom = fc.record({ scale: number(0.5, 8), x: number(-2000, 2000), y: number(-2000, 2000) })
const stage = fc.record({ width: number(200, 4000), height: number(200, 4000) })
/** A stage, and a picture of any shape that is fitted into it. */
const fittedInto = fc.tuple(stage, number(0.05, 20)).map(([around, ratio]) => {
  const width = Math.min(around.width, around.height * ratio)
  return { stage: around, size: { width, height: width / ratio } }
})

/** Which point of the picture lies at a point of the stage; its middle is 0, 0. */
const pictureAt = ({ scale, x, y }: Zoom, at: Point) => ({
  x: (at.x - x) / scale,
  y: (at.y - y) / scale,
})
const expectSame = (one: Point, other: Point) => expect(distance(one, other)).toBeLessThan(1e-3)

test('what lies under two fingers stays under them', () => {
  const pinch = fc.record({ middle: point, half: point, factor: number(0.1, 10), moved: point })
  fc.assert(
    fc.property(zoom, pinch, (before, { middle, half, factor, moved }) => {
      fc.pre(distance(half, { x: 0, y: 0 }) > 10)
      const around = ({ x, y }: Point, factor: number) =>
        [factor, -factor].map((side) => ({ x: x + side * half.x, y: y + side * half.y }))
      const from = around(middle, 1)
      const to = around({ x: middle.x + moved.x, y: middle.y + moved.y }, factor)
      const after = followFingers(before, from, to)
      from.forEach((finger, index) =>
        expectSame(pictureAt(before, finger), pictureAt(after, to[index] ?? finger)),
      )
      expect(after.scale).toBeCloseTo(before.scale * factor)
    }),
  )
})

test('one finger moves the picture and leaves its size', () => {
  fc.assert(
    fc.property(zoom, point, point, (before, from, to) => {
      const after = followFingers(before, [from], [to])
      expect(after.scale).toBe(before.scale)
      expectSame(pictureAt(before, from), pictureAt(after, to))
    }),
  )
})

test('fingers in one place change no size, and never lose the picture', () => {
  fc.assert(
    fc.property(zoom, point, point, (before, one, other) => {
      const [same, apart] = [
        [one, one],
        [one, other],
      ]
      for (const [from, to] of [
        [same, apart],
        [apart, same],
      ] as const) {
        const { scale, x, y } = followFingers(before, from, to)
        expect([scale, x, y].every(Number.isFinite)).toBeTrue()
        expect(scale).toBeGreaterThan(0)
      }
    }),
  )
})

test('a tap zooms to its point', () => {
  fc.assert(
    fc.property(point, number(1, 8), (tapped, factor) => {
      const after = zoomFrom(fitted, tapped, tapped, factor)
      expectSame(pictureAt(after, tapped), tapped)
      expect(after.scale).toBe(factor)
    }),
  )
})

test('a picture never leaves the stage: it covers a side or is in the middle of it', () => {
  fc.assert(
    fc.property(zoom, fittedInto, (before, { stage: around, size }) => {
      const { scale, x, y } = settle(before, size, around)
      expect(scale).toBeGreaterThanOrEqual(1)
      for (const [middle, side] of [
        [x, 'width'],
        [y, 'height'],
      ] as const) {
        const half = (size[side] * scale) / 2
        const edge = around[side] / 2
        if (half <= edge) expect(middle).toBeCloseTo(0)
        else {
          expect(middle - half).toBeLessThanOrEqual(-edge + 1e-6)
          expect(middle + half).toBeGreaterThanOrEqual(edge - 1e-6)
        }
      }
    }),
  )
})

test('what lies right stays where it is', () => {
  fc.assert(
    fc.property(zoom, fittedInto, (before, { stage: around, size }) => {
      const settled = settle(before, size, around)
      expect(settle(settled, size, around)).toEqual(settled)
      expect(settle(fitted, size, around)).toEqual(fitted)
    }),
  )
})
