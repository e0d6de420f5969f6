import type { Rectangle, Size } from '../formats/format.ts'
import type { Rendition } from './request.ts'

/** How a picture becomes a rendition. Everything is in pixels, as displayed. */
export interface Layout {
  /** The size that the whole picture is decoded to; never larger than it is. */
  scaled: Size
  /** What is used of that. */
  part: Rectangle
  /** What the part is enlarged to; its own size where it is not. */
  enlarged: Size
  /** Where the top left corner of that lies on the result, which cuts off what is outside. */
  left: number
  top: number
  result: Size
}

/** Of what is too high a third is cut off above, two thirds below: heads are in the upper half. */
const shareAbove = 1 / 3

/** Goes up whenever the same request gives other bytes, so that no cached ones are sent. */
const edition = 8

/**
 * Names what comes out of a rendition of a picture: the same for all requests that give the same
 * bytes, such as those for boxes of other shapes, for more than there is, or for a quality of PNG.
 */
export function outcomeOf(picture: Size, rendition: Rendition): string {
  const { type, fit, background, palette } = rendition
  const { width, height } = layOut(picture, rendition).result
  const quality = type === 'png' || type === 'bmp' ? undefined : rendition.quality
  const shape = fit === 'contain' ? undefined : fit
  const colours = [palette?.name, palette?.dither, palette?.panel, palette?.maxBytes]
  const parts = [edition, width, height, type, quality, shape, background, ...colours]
  return parts.filter((part) => part !== undefined).join('-')
}

/** Lays a picture out in a box. */
export function layOut(picture: Size, rendition: Rendition): Layout {
  if (rendition.fit === 'cover') return cover(picture, rendition)
  return rendition.fit === 'pad' ? pad(picture, rendition) : contain(picture, rendition)
}

/** Fits a picture into a box in its own shape, without enlarging it. */
function contain(picture: Size, box: Size): Layout {
  // A wider box than needed would make the decoder shrink JPEGs less.
  const scaled = scaleBy(picture, Math.min(1, scaleInto(picture, box)))
  return { ...asItIs(scaled), left: 0, top: 0, result: scaled }
}

/** Fits a picture into a box of which it leaves two sides free. */
function pad(picture: Size, box: Size): Layout {
  const scale = scaleInto(picture, box)
  const enlarged = scaleBy(picture, scale)
  return {
    ...asItIs(scale > 1 ? picture : enlarged),
    enlarged,
    left: Math.floor((box.width - enlarged.width) / 2),
    top: Math.floor((box.height - enlarged.height) / 2),
    result: { width: box.width, height: box.height },
  }
}

/** Fills a box, and cuts off what is too much. */
function cover(picture: Size, box: Size): Layout {
  const result = { width: box.width, height: box.height }
  const scale = Math.max(box.width / picture.width, box.height / picture.height)
  if (scale <= 1) {
    const scaled = scaleBy(picture, scale)
    const left = Math.round((box.width - scaled.width) / 2)
    const top = Math.round((box.height - scaled.height) * shareAbove)
    return { ...asItIs(scaled), left, top, result }
  }
  // Only what is seen is enlarged: of a long strip all would be many times the result.
  const across = sideOf(picture.width, box.width / scale, 1 / 2)
  const down = sideOf(picture.height, box.height / scale, shareAbove)
  const part = { left: across.from, top: down.from, width: across.length, height: down.length }
  const enlarged = {
    width: Math.max(box.width, Math.round(part.width * scale)),
    height: Math.max(box.height, Math.round(part.height * scale)),
  }
  const left = -Math.min(enlarged.width - box.width, Math.round(across.cut * scale))
  const top = -Math.min(enlarged.height - box.height, Math.round(down.cut * scale))
  return { scaled: picture, part, enlarged, left, top, result }
}

/**
 * Chooses the whole pixels that cover the visible part of a side.
 * @returns where they begin, how many they are, and how much of them lies before the visible part.
 */
function sideOf(side: number, seen: number, shareBefore: number) {
  const start = Math.max(0, side - seen) * shareBefore
  const from = Math.min(side - 1, Math.floor(start))
  const to = Math.max(from + 1, Math.min(side, Math.ceil(start + seen)))
  return { from, length: to - from, cut: start - from }
}

const asItIs = (scaled: Size) => ({
  scaled,
  part: { left: 0, top: 0, ...scaled },
  enlarged: scaled,
})

const scaleInto = (picture: Size, box: Size) =>
  Math.min(box.width / picture.width, box.height / picture.height)

const scaleBy = ({ width, height }: Size, scale: number): Size => ({
  width: Math.max(1, Math.round(width * scale)),
  height: Math.max(1, Math.round(height * scale)),
})
