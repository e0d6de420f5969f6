import { attempt } from '../lib/attempt.ts'

/** The most characters of a description. */
const maxLength = 500

/** What cameras and programs write by themselves. */
const automatic = new RegExp(
  `^(${[
    '(olympus|minolta|konica|kodak|samsung|polaroid|concord|vivitar|benq|aiptek|medion|general)( [a-z]+){0,3} (camera|imaging|pictures)',
    String.raw`(sony )?dsc[\d_]*`,
    // DJI, and phones of Huawei
    String.raw`dcim(\\.*)?|oznor[a-z]{0,2}|r?hdr|nor|edf|cof|sdr`,
    'processed with vsco.*|samsung|my beautiful picture|untitled|default|image ?description|screenshot',
    'exif[ _]?jpeg([ _]?picture)?|jpeg image|created with (the )?gimp',
    '<?(digimax|kenox)[^>]*>?|<?digital (still ?)?camera>?',
  ].join('|')})$`,
  'i',
)

/** No text has more around it that goes, in characters. */
const mostRead = 4000

/**
 * Makes one paragraph of a text: what is no text becomes a space, and so many characters stay.
 * @returns `undefined` where nothing is left.
 */
export function cleanText(text: string | undefined, maxCharacters: number): string | undefined {
  const words = (text ?? '')
    .slice(0, mostRead)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
  if (words.length <= maxCharacters) return words || undefined
  return Array.from(words).slice(0, maxCharacters).join('').trim()
}

/** Makes one paragraph of what somebody wrote to a picture; `undefined` where nobody did. */
export function cleanDescription(text: string | undefined): string | undefined {
  const words = cleanText(text, maxLength)
  return words === undefined || automatic.test(words) ? undefined : words
}

const windows1252 = new TextDecoder('windows-1252')

/** The most bytes of a text that are read: the most that IPTC data may have (IIM 4.2, 2:120). */
export const maxTextLength = 2000

/**
 * Reads text that is UTF-8, or else Windows-1252, which is Latin-1 with more signs: programs write all
 * of them where standards say ASCII.
 */
export function textOf(bytes: Uint8Array): string {
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  // A text that is cut off may end within a character, which is left out.
  const stream = bytes.length >= maxTextLength
  return attempt(() => utf8.decode(bytes, { stream })) ?? windows1252.decode(bytes)
}
