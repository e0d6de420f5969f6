import { z } from 'zod'
import type { Parameter } from '../../collection/conditions/condition.ts'

const flag = /^(1|on|yes|true|0|off|no|false)?$/

/** The parameters that the slideshow page reads itself, besides those that it passes on. */
export const slideshowOptions = {
  seconds: {
    schema: z
      .string()
      .regex(/^\d{1,5}(\.\d{1,3})?$/)
      .refine((text) => Number(text) >= 1 && Number(text) <= 86_400),
    takes: 'a number from 1 to 86400',
    note: { description: 'How long each picture stays, in seconds. Default: 15.', example: 30 },
    label: 'Seconds for each picture',
    control: { kind: 'choice', choices: { '': '15', 10: '10', 30: '30', 60: '60', 300: '300' } },
    inWords: '{} seconds each',
  },
  layout: {
    schema: z.enum(['single', 'pair']),
    takes: 'single or pair',
    note: { description: 'Two upright pictures side by side, with `pair`.', example: 'pair' },
    label: 'Upright pictures',
    control: { kind: 'choice', choices: { '': 'One at a time', pair: 'In pairs' } },
    inWords: '{}',
  },
  caption: {
    schema: z.string().regex(/^(date|folder|name)(, ?(date|folder|name))*$/),
    takes: 'any of date, folder and name, with commas between',
    note: { description: 'What stands on each picture.', example: 'date,folder' },
    label: 'Caption',
    control: {
      kind: 'choice',
      choices: { '': 'None', date: 'The date', 'date,folder': 'The date and the folder' },
    },
    inWords: 'with {}',
  },
  clock: {
    schema: z.string().regex(/^(date|1|on|yes|true|0|off|no|false)?$/),
    takes: 'on, date or off',
    note: { description: 'The time, and with `date` the day.', example: 'date' },
    label: 'Clock',
    control: { kind: 'choice', choices: { '': 'None', on: 'The time', date: 'Time and day' } },
    inWords: 'with a clock ({})',
  },
  zoom: {
    schema: z.string().regex(flag),
    takes: 'on or off',
    note: { description: 'Slow movement, where the browser can do it.', example: 'on' },
    label: 'Movement',
    control: { kind: 'choice', choices: { '': 'None', on: 'Slow movement' } },
    inWords: 'with movement',
  },
  quiet: {
    schema: z.string().regex(/^([01]?\d|2[0-3]):[0-5]\d-([01]?\d|2[0-3]):[0-5]\d$/),
    takes: 'two times such as 22:00-07:00',
    note: {
      description: 'The hours of a black screen, in which devices are not woken either.',
      example: '22:00-07:00',
    },
    label: 'Quiet hours',
    control: {
      kind: 'choice',
      choices: { '': 'None', '22:00-07:00': '22:00 to 7:00', '23:00-06:00': '23:00 to 6:00' },
    },
    inWords: 'quiet at {}',
  },
} as const satisfies Record<string, Parameter>

/** What the page takes for parameters that renditions have, too. */
export const slideshowValues = {
  fit: z.enum(['contain', 'cover']),
  background: z.enum(['blur', 'black']),
} as const
