import {
  daySeconds,
  dayOf,
  momentOf,
  startOfDay,
  wallTimeAt,
} from '../../library/dates/wall-time.ts'

/** A span of time in which a frame keeps its picture; in milliseconds since 1970. */
export interface Slot {
  start: number
  end: number
}

/**
 * Finds the slot that a moment lies in. Each day is cut into slots from local midnight on, by the
 * time that has passed; the last one ends with the day. Slots of a day or more follow each other
 * from local midnight of 1970-01-01 on, by the clock on the wall.
 * @param moment in milliseconds since 1970.
 * @param length of a slot, in seconds.
 */
export function slotAt(moment: number, length: number): Slot {
  const wall = wallTimeAt(moment)
  if (length >= daySeconds) {
    const start = Math.floor(wall / length) * length
    return { start: momentOf(start), end: momentOf(start + length) }
  }
  const today = startOfDay(dayOf(wall))
  const [midnight, nextMidnight] = [momentOf(today), momentOf(today + daySeconds)]
  const lengthMs = 1000 * length
  const start = midnight + Math.floor((moment - midnight) / lengthMs) * lengthMs
  return { start, end: Math.min(start + lengthMs, nextMidnight) }
}
