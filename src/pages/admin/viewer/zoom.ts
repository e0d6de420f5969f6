import type { Size } from '../../../formats/format.ts'

/** A place on the stage, in CSS pixels from its middle. */
export interface Point {
  x: number
  y: number
}

/** How a picture lies on its stage: where its middle is, and how large it is; fitted at 1. */
export interface Zoom extends Point {
  scale: number
}

export const fitted: Zoom = { scale: 1, x: 0, y: 0 }

/** How far apart two points are. */
export const distance = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y)

/** Enlarges a picture so that what lies at one point comes to lie at another. */
export const zoomFrom = ({ scale, x, y }: Zoom, from: Point, to: Point, factor: number): Zoom => ({
  scale: scale * factor,
  x: to.x - (from.x - x) * factor,
  y: to.y - (from.y - y) * factor,
})

/** Moves a picture with the fingers on it, one or several. */
export function followFingers(zoom: Zoom, before: readonly Point[], after: readonly Point[]): Zoom {
  const [from, to] = [middleOf(before), middleOf(after)]
  const factor = spreadOf(after, to) / spreadOf(before, from)
  return zoomFrom(zoom, from, to, Number.isFinite(factor) && factor > 0 ? factor : 1)
}

/** Fits a picture that is too small, and brings in what was moved off the stage. @param size fitted. */
export function settle(zoom: Zoom, size: Size, stage: Size): Zoom {
  const scale = Math.max(1, zoom.scale)
  const keep = (middle: number, side: keyof Size) => {
    const beyond = Math.max(0, (size[side] * scale - stage[side]) / 2)
    return Math.max(-beyond, Math.min(beyond, middle))
  }
  return { scale, x: keep(zoom.x, 'width'), y: keep(zoom.y, 'height') }
}

const middleOf = (points: readonly Point[]): Point => ({
  x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
  y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
})

const spreadOf = (points: readonly Point[], middle: Point) =>
  points.reduce((sum, point) => sum + distance(point, middle), 0)
