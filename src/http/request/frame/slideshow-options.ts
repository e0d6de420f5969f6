import { z } from 'zod'
import type { Parameter } from '../../../frames/conditions/condition.ts'

/** What texts take, as regular expressions that any browser reads. */
const patterns = {
  // From 1 to 86400.
  seconds: '([1-9]\\d{0,3}|[1-7]\\d{4}|8[0-5]\\d{3}|86[0-3]\\d\\d)(\\.\\d{1,3})?|86400',
  caption: '(date|folder|name|description)(, ?(date|folder|name|description))*',
  clock: 'date|1|on|yes|true|0|off|no|false',
  zoom: '1|on|yes|true|0|off|no|false',
  quiet: '(([01]?\\d|2[0-3]):[0-5]\\d(-(?!$)|$)){2}',
}

const textOf = (pattern: string) => z.string().regex(RegExp(`^(${pattern})$`))

/** The settings that the slideshow page reads itself, besides the parameters that it passes on. */
export const slideshowOptions = {
  seconds: {
    schema: textOf(patterns.seconds),
    takes: 'a number from 1 to 86400',
    note: { description: 'How long each picture stays, in seconds. Default: 15.', example: 30 },
    label: 'Time of each photo',
    control: {
      kind: 'choice',
      choices: {
        '': '15 seconds',
        5: '5 seconds',
        30: '30 seconds',
        60: 'A minute',
        300: '5 minutes',
        3600: 'An hour',
      },
    },
    inWords: '{} seconds',
  },
  layout: {
    schema: z.enum(['single', 'pair']),
    takes: 'single or pair',
    note: { description: 'Two upright pictures side by side, with `pair`.', example: 'pair' },
    label: 'Portrait photos',
    control: { kind: 'choice', choices: { '': 'One at a time', pair: 'In pairs' } },
    inWords: '{}',
  },
  caption: {
    schema: textOf(patterns.caption),
    takes: 'any of date, folder, name and description, with commas between',
    note: { description: 'What stands on each picture.', example: 'date,folder' },
    label: 'Caption',
    control: {
      kind: 'choice',
      choices: {
        '': 'None',
        date: 'The date',
        folder: 'The album',
        'date,folder': 'The date and the album',
        'date,folder,name': 'The date, the album and the name',
        description: 'What somebody wrote about it',
      },
    },
    inWords: 'with {}',
  },
  place: {
    schema: z.enum(['bottom', 'corner', 'top']),
    takes: 'bottom, corner or top',
    note: {
      description: 'Where the caption stands: on the left, or with `corner` above the clock.',
      example: 'top',
    },
    label: 'Place of the caption',
    control: {
      kind: 'choice',
      choices: { '': 'At the bottom', corner: 'Above the clock', top: 'At the top' },
    },
    inWords: 'caption: {}',
  },
  clock: {
    schema: textOf(`(${patterns.clock})?`),
    takes: 'on, date or off',
    note: { description: 'The time, and with `date` the day.', example: 'date' },
    label: 'Clock',
    control: { kind: 'choice', choices: { '': 'None', on: 'The time', date: 'Time and day' } },
    inWords: 'with a clock ({})',
  },
  zoom: {
    schema: textOf(`(${patterns.zoom})?`),
    takes: 'on or off',
    note: { description: 'Slow movement, where the browser can do it.', example: 'on' },
    label: 'Movement',
    control: { kind: 'choice', choices: { '': 'None', on: 'Slow movement' } },
    inWords: 'with movement',
  },
  quiet: {
    schema: textOf(patterns.quiet),
    takes: 'two times such as 22:00-07:00',
    note: {
      description: 'The hours of a black screen, in which devices are not woken either.',
      example: '22:00-07:00',
    },
    label: 'Off at',
    control: { kind: 'text' },
    inWords: 'quiet at {}',
  },
  // Only where it is set for a frame, not in an address: anybody may type one.
  invite: {
    schema: z.string().regex(/^[\da-f]{16}$/),
    takes: 'the id of an invitation',
    note: {
      description: 'Shows a code by which guests add pictures. It counts in no address.',
      example: '5f2c9d04b1a87e36',
    },
    label: 'Code for guests',
    control: { kind: 'choice', choices: { '': 'None' } },
    inWords: 'An invitation that has ended',
  },
} as const satisfies Record<string, Parameter>

/** What the page takes for parameters that renditions have, too. */
export const slideshowValues = {
  fit: {
    schema: z.enum(['contain', 'cover']),
    takes: 'contain, cover or pad',
    note: {
      description: 'With `cover`, fills the screen and cuts off the rest.',
      example: 'cover',
    },
    label: 'Fit',
    control: {
      kind: 'choice',
      choices: { '': 'The whole photo', cover: 'Fills the screen, cuts off what does not fit' },
    },
    inWords: '{}',
  },
  background: {
    schema: z.enum(['blur', 'black']),
    takes: 'blur, black, or six hexadecimal digits (rrggbb)',
    note: { description: 'What is around a picture. Default: `blur`.', example: 'black' },
    label: 'Around the photo',
    control: { kind: 'choice', choices: { '': 'The photo itself, blurred', black: 'Black' } },
    inWords: '{} around it',
  },
} as const satisfies Record<string, Parameter>

const oneOf = ({ options }: { options: readonly string[] }) => options.join('|')

/** What each parameter of these takes, besides nothing. */
const values = {
  ...patterns,
  layout: oneOf(slideshowOptions.layout.schema),
  place: oneOf(slideshowOptions.place.schema),
  fit: oneOf(slideshowValues.fit.schema),
  background: oneOf(slideshowValues.background.schema),
}

/** These parameters as an address has them, as one regular expression. */
export const slideshowPattern = `^(${Object.entries(values)
  .map(([name, value]) => `${name}=(${value})?`)
  .join('|')})$`
