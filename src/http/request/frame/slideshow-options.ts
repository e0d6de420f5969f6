import { z } from 'zod'
import type { FormParameter } from '../../../frames/conditions/condition.ts'

/** What an address takes besides nothing, as regular expressions that any browser reads. */
const patterns = {
  // From 1 to 86400.
  seconds: '([1-9]\\d{0,3}|[1-7]\\d{4}|8[0-5]\\d{3}|86[0-3]\\d\\d)(\\.\\d{1,3})?|86400',
  caption: '(date|folder|name|description)(, ?(date|folder|name|description))*',
  clock: 'date|1|on|yes|true|0|off|no|false',
  zoom: '1|on|yes|true|0|off|no|false',
  quiet: '(([01]?\\d|2[0-3]):[0-5]\\d(-(?!$)|$)){2}',
  layout: 'single|pair',
  place: 'bottom|corner|top',
  fit: 'contain|cover',
  background: 'blur|black',
}

const textOf = (pattern: string) => z.string().regex(RegExp(`^(${pattern})$`))

/**
 * The settings that the slideshow page reads itself, besides the parameters that it passes on.
 * Renditions have the last two, too.
 */
export const slideshowOptions = {
  seconds: {
    schema: textOf(patterns.seconds),
    takes: 'a number from 1 to 86400',
    label: 'Time of each photo',
    control: {
      '': '15 seconds',
      5: '5 seconds',
      30: '30 seconds',
      60: 'A minute',
      300: '5 minutes',
      3600: 'An hour',
    },
    inWords: '{} seconds',
  },
  layout: {
    schema: textOf(patterns.layout),
    takes: 'single or pair',
    label: 'Portrait photos',
    control: { '': 'One at a time', pair: 'In pairs' },
    inWords: '{}',
  },
  caption: {
    schema: textOf(patterns.caption),
    takes: 'any of date, folder, name and description, with commas between',
    label: 'Caption',
    control: {
      '': 'None',
      date: 'The date',
      folder: 'The album',
      'date,folder': 'The date and the album',
      'date,folder,name': 'The date, the album and the name',
      description: 'What somebody wrote about it',
    },
    inWords: 'with {}',
  },
  place: {
    schema: textOf(patterns.place),
    takes: 'bottom, corner or top',
    label: 'Place of the caption',
    control: { '': 'At the bottom', corner: 'Above the clock', top: 'At the top' },
    inWords: 'caption: {}',
  },
  clock: {
    schema: textOf(`(${patterns.clock})?`),
    takes: 'on, date or off',
    label: 'Clock',
    control: { '': 'None', on: 'The time', date: 'Time and day' },
    inWords: 'with a clock ({})',
  },
  zoom: {
    schema: textOf(`(${patterns.zoom})?`),
    takes: 'on or off',
    label: 'Movement',
    control: { '': 'None', on: 'Slow movement' },
    inWords: 'with movement',
  },
  quiet: {
    schema: textOf(patterns.quiet),
    takes: 'two times such as 22:00-07:00',
    label: 'Off at',
    control: 'text',
    inWords: 'quiet at {}',
  },
  // Only where it is set for a frame, not in an address: anybody may type one.
  invite: {
    schema: z.string().regex(/^[\da-f]{16}$/),
    takes: 'the id of an invitation',
    label: 'Code for guests',
    control: { '': 'None' },
    inWords: 'An invitation that has ended',
  },
  fit: {
    schema: textOf(patterns.fit),
    takes: 'contain, cover or pad',
    label: 'Fit',
    control: { '': 'The whole photo', cover: 'Fills the screen, cuts off what does not fit' },
    inWords: '{}',
  },
  background: {
    schema: textOf(patterns.background),
    takes: 'blur, black, or six hexadecimal digits (rrggbb)',
    label: 'Around the photo',
    control: { '': 'The photo itself, blurred', black: 'Black' },
    inWords: '{} around it',
  },
} as const satisfies Record<string, FormParameter>

/** All that the page takes, by the names of the parameters. */
export const looks: Readonly<Record<string, FormParameter>> = slideshowOptions

/** These parameters as an address has them, as one regular expression. */
export const slideshowPattern = `^(${Object.entries(patterns)
  .map(([name, value]) => `${name}=(${value})?`)
  .join('|')})$`
