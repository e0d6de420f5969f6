import { dayOf, startOfDay } from '../index/wall-time.ts'
import type { Dates, Now } from '../index/dates.ts'
import type { Image } from '../index/tree/nodes.ts'
import { dependOnDates, type Conditions } from './conditions.ts'

/** Whether a picture that has been probed meets all conditions but those on folders. */
export function matches(
  image: Image,
  conditions: Conditions,
  dates: Dates,
  getNow: () => Now,
): boolean {
  const { orientation } = conditions
  if (orientation === 'landscape' && image.width < image.height) return false
  if (orientation === 'portrait' && image.width > image.height) return false
  if (!dependOnDates(conditions)) return true
  const now = getNow()
  return matchesDate(dates.of(image, now), conditions, now)
}

function matchesDate(date: number, conditions: Conditions, now: Now): boolean {
  if (date === 0) return false
  const { from, to, sinceDays, daysAroundToday } = conditions
  const day = dayOf(date)
  if (from !== undefined && day < from) return false
  if (to !== undefined && day > to) return false
  if (sinceDays !== undefined && day < now.today - sinceDays) return false
  return daysAroundToday === undefined || daysFromAnniversary(day, now.today) <= daysAroundToday
}

/** How many days there are from a day to the nearest one that has the date of another. */
function daysFromAnniversary(day: number, anniversaryOf: number): number {
  const today = new Date(1000 * startOfDay(anniversaryOf))
  const year = new Date(1000 * startOfDay(day)).getUTCFullYear()
  let nearest = Number.POSITIVE_INFINITY
  for (const each of [year - 1, year, year + 1]) {
    const date = new Date(Date.UTC(each, today.getUTCMonth(), today.getUTCDate()))
    const anniversary = dayOf(date.getTime() / 1000)
    // In years without 29 February, that day would lie before 1 March.
    const isMissing = date.getUTCDate() !== today.getUTCDate()
    const distance =
      isMissing && day >= anniversary ? day - anniversary + 1 : Math.abs(day - anniversary)
    nearest = Math.min(nearest, distance)
  }
  return nearest
}
