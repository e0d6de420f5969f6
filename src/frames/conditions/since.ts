import { z } from 'zod'
import { condition } from './condition.ts'

/** Taken today or on the so many days before. */
export const since = condition({
  parameters: {
    since: {
      schema: z
        .string()
        .regex(/^[1-9]\d{0,3}d$/)
        .refine((text) => Number.parseInt(text) <= 3650),
      takes: '1d to 3650d',
      description: 'Taken in the last days: `1d` to `3650d`.',
      example: '365d',
      label: 'How recent',
      control: { '': 'Any', '30d': 'From the last 30 days', '365d': 'From the last year' },
      inWords: 'from the last {}',
    },
  },
  read: (values) => {
    if (values.since === undefined) return undefined
    const days = Number.parseInt(values.since)
    return { value: days, test: { needs: 'date', matches: (_, day, today) => day >= today - days } }
  },
})
