import { z } from 'zod'
import type { FormParameter } from '../../../frames/conditions/condition.ts'

/** A setting of the page. */
interface SlideshowOption extends FormParameter {
  /** What an address takes besides nothing, as a regular expression that any browser reads. */
  pattern: string
}

/**
 * The settings that the slideshow page reads itself, besides the parameters that it passes on.
 * Renditions have the last two, too.
 */
export const slideshowOptions = {
  seconds: {
    // From 1 to 86400.
    pattern: '([1-9]\\d{0,3}|[1-7]\\d{4}|8[0-5]\\d{3}|86[0-3]\\d\\d)(\\.\\d{1,3})?|86400',
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
    pattern: 'single|pair',
    takes: 'single or pair',
    label: 'Portrait photos',
    control: { '': 'One at a time', pair: 'In pairs' },
    inWords: '{}',
  },
  caption: {
    pattern: '(date|folder|name|description)(, ?(date|folder|name|description))*',
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
    pattern: 'bottom|corner|top',
    takes: 'bottom, corner or top',
    label: 'Place of the caption',
    control: { '': 'At the bottom', corner: 'Above the clock', top: 'At the top' },
    inWords: 'caption: {}',
  },
  clock: {
    pattern: '(date|1|on|yes|true|0|off|no|false)?',
    takes: 'on, date or off',
    label: 'Clock',
    control: { '': 'None', on: 'The time', date: 'Time and day' },
    inWords: 'with a clock ({})',
  },
  zoom: {
    pattern: '(1|on|yes|true|0|off|no|false)?',
    takes: 'on or off',
    label: 'Movement',
    control: { '': 'None', on: 'Slow movement' },
    inWords: 'with movement',
  },
  quiet: {
    pattern: '(([01]?\\d|2[0-3]):[0-5]\\d(-(?!$)|$)){2}',
    takes: 'two times such as 22:00-07:00',
    label: 'Off at',
    control: 'text',
    inWords: 'quiet at {}',
  },
  // Only where it is set for a frame, not in an address: anybody may type one.
  invite: {
    pattern: '[\\da-f]{16}',
    takes: 'the id of an invitation',
    label: 'Code for guests',
    control: { '': 'None' },
    inWords: 'An invitation that has ended',
  },
  fit: {
    pattern: 'contain|cover',
    takes: 'contain, cover or pad',
    label: 'Fit',
    control: { '': 'The whole photo', cover: 'Fills the screen, cuts off what does not fit' },
    inWords: '{}',
  },
  background: {
    pattern: 'blur|black',
    takes: 'blur, black, or six hexadecimal digits (rrggbb)',
    label: 'Around the photo',
    control: { '': 'The photo itself, blurred', black: 'Black' },
    inWords: '{} around it',
  },
} as const satisfies Record<string, SlideshowOption>

/** All that the page takes, by the names of the parameters. */
export const looks: Readonly<Record<string, SlideshowOption>> = slideshowOptions

/** Makes the schema of a setting. */
export const schemaOf = ({ pattern }: SlideshowOption) => z.string().regex(RegExp(`^(${pattern})$`))

/**
 * These parameters as an address has them, as one regular expression: it has neither double quotes nor
 * ampersands, as it stands in an attribute of the page.
 */
export const slideshowPattern = `^(${Object.entries(looks)
  .filter(([name]) => name !== 'invite')
  .map(([name, { pattern }]) => `${name}=(${pattern})?`)
  .join('|')})$`
