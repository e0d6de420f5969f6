import { z } from 'zod'
import { whole } from '../../lib/parse.ts'
import { dayOf, startOfDay } from '../../library/dates/wall-time.ts'
import { condition } from './condition.ts'

/** Taken on this day of any year, or so many days before or after. */
export const onThisDay = condition({
  parameters: {
    on: {
      schema: z.enum(['today']),
      takes: 'today',
      description:
        'Taken on this day of any year. If there is none, the condition is dropped and the answer has ' +
        'the header `X-Fallback: on`.',
      example: 'today',
      label: 'Day',
      control: { '': 'Any', today: 'This day in any year' },
      inWords: 'of {}',
    },
    days: {
      schema: whole(0, 31),
      takes: 'a number from 0 to 31',
      description: 'With `on`: how many days before or after are included, 0 to 31. Default: 0.',
      example: 3,
      label: 'Days around it',
      inWords: '{} days around it',
    },
  },
  findContradiction: ({ on, days }) =>
    days !== undefined && on === undefined ? 'Give "days" only with "on=today".' : undefined,
  read: ({ on, days = 0 }) =>
    on && {
      value: days,
      test: { needs: 'date', matches: (_, day, today) => daysFromAnniversary(day, today) <= days },
      isOfToday: true,
    },
})

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
