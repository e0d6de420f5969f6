import { z } from 'zod'
import { condition } from './condition.ts'

const unitSeconds: Readonly<Record<string, number>> = { m: 60, h: 60 * 60, d: 24 * 60 * 60 }
const longestSlot = '30d'

/** Keeps a picture for a slot of time. The rounds are those of the same conditions without it. */
export const every = condition({
  parameters: {
    every: {
      schema: z
        .string()
        .regex(/^[1-9]\d{0,4}[mhd]$/)
        .refine((text) => secondsOf(text) <= secondsOf(longestSlot)),
      takes: 'a time from 1m to 30d, in m, h or d',
      description:
        'Deals one image for each time slot, `1m` to `30d` long: until its end, the same frame and ' +
        'conditions get the same image. Slots begin at local midnight.',
      example: '1h',
      label: 'A new photo',
      control: {
        '': 'As set on the device',
        '15m': 'Every 15 minutes',
        '1h': 'Every hour',
        '6h': 'Every 6 hours',
        '1d': 'Every day',
      },
      inWords: 'a new one every {}',
    },
  },
  read: (values) =>
    values.every === undefined ? undefined : { slotLength: secondsOf(values.every) },
})

const secondsOf = (duration: string) =>
  Number.parseInt(duration) * (unitSeconds[duration.at(-1) ?? ''] ?? Number.NaN)
