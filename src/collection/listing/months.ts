import { wallText } from '../index/wall-time.ts'
import type { Image } from '../index/tree/nodes.ts'
import { undated } from '../shuffle/sort-order.ts'
import type { Month } from '../types.ts'
import type { ListOrder } from './list-request.ts'
import { encodeCursor, type DateOf } from './places.ts'

/** Counts the images of each month. They are sorted by date. */
export function monthsOf(images: readonly Image[], order: ListOrder, dateOf: DateOf): Month[] {
  const months: Month[] = []
  for (const image of images) {
    const date = dateOf(image)
    const month = date === 0 ? null : wallText(date).slice(0, '2024-06'.length)
    const last = months.at(-1)
    if (last !== undefined && last.month === month) last.images += 1
    else months.push({ month, images: 1, cursor: cursorOf(month, order) })
  }
  return months
}

/** Names the place before all images of a month, whatever comes into it. */
function cursorOf(month: string | null, order: ListOrder): string {
  const path = ''
  if (month === null) return encodeCursor(order, { date: undated, path })
  const edge = new Date(`${month}-01T00:00:00Z`)
  if (order === 'oldest') return encodeCursor(order, { date: edge.getTime() / 1000, path })
  edge.setUTCMonth(edge.getUTCMonth() + 1)
  return encodeCursor(order, { date: 1 - edge.getTime() / 1000, path })
}
