import { z } from 'zod'
import { dayOf } from '../../library/dates/wall-time.ts'
import { condition } from './condition.ts'

/** A day of the calendar, as text: 2026-02-30 is none. */
const schema = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d$/)
  .refine((text) => z.iso.date().safeParse(text).success)
  .meta({ format: 'date' })

/** Taken between two days, both included. */
export const dates = condition({
  parameters: {
    from: {
      schema,
      takes: 'a day such as 2026-01-31',
      description: 'Taken on this day or later.',
      example: '2024-01-01',
      label: 'Taken on or after',
      control: 'date',
      inWords: 'since {}',
    },
    to: {
      schema,
      takes: 'a day such as 2026-12-31',
      description: 'Taken on this day or earlier.',
      example: '2024-12-31',
      label: 'Taken on or before',
      control: 'date',
      inWords: 'until {}',
    },
  },
  findContradiction: ({ from, to }) =>
    from !== undefined && to !== undefined && from > to
      ? 'Give a "from" that is not after "to".'
      : undefined,
  read: ({ from, to }) => {
    if (from === undefined && to === undefined) return undefined
    const first = from === undefined ? Number.NEGATIVE_INFINITY : numberOf(from)
    const last = to === undefined ? Number.POSITIVE_INFINITY : numberOf(to)
    return {
      value: [from ?? '', to ?? ''],
      test: { needs: 'date', matches: (_, day) => day >= first && day <= last },
    }
  },
})

const numberOf = (date: string) => dayOf(Date.parse(`${date}T00:00:00Z`) / 1000)
