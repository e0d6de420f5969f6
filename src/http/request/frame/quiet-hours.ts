import { dayOf, startOfDay, type WallTime } from '../../../library/wall-time.ts'

const pattern = /^(\d+):(\d+)-(\d+):(\d+)$/

/**
 * Gives the moment at which quiet hours end, for one within them; any other moment as it is.
 * @param moment in milliseconds since 1970.
 * @param quiet such as `22:00-07:00`, by the clock on the wall.
 */
export function afterQuiet(moment: number, quiet: string, time: WallTime): number {
  const [fromHour, fromMinute, toHour, toMinute] = (pattern.exec(quiet) ?? []).slice(1).map(Number)
  const from = secondsOf(fromHour, fromMinute)
  const to = secondsOf(toHour, toMinute)
  const wall = time.at(moment)
  const today = startOfDay(dayOf(wall))
  const second = wall - today
  const isBefore = second < to
  const isAfter = second >= from
  const isQuiet = from <= to ? isAfter && isBefore : isAfter || isBefore
  if (!isQuiet) return moment
  return time.momentOf(isBefore ? today + to : startOfDay(dayOf(wall) + 1) + to)
}

const secondsOf = (hour = 0, minute = 0) => 3600 * hour + 60 * minute
