/** The most characters of a description. */
const maxLength = 500

/** What cameras and programs write by themselves. */
const automatic = new RegExp(
  `^(${[
    '(olympus|minolta|konica|kodak|samsung|polaroid|concord|vivitar|benq|aiptek|medion|general)( [a-z]+){0,3} (camera|imaging)',
    String.raw`(sony )?dsc[\d_]*`,
    'dcim|samsung|my beautiful picture|untitled|default|image ?description|screenshot',
    'exif[ _]?jpeg([ _]?picture)?|jpeg image|created with (the )?gimp',
    '<?(digimax|kenox)[^>]*>?|<?digital (still ?)?camera>?',
  ].join('|')})$`,
  'i',
)

/** No description has more around it that goes, in characters. */
const mostRead = 4000

/**
 * Makes one paragraph of what somebody wrote to a picture: what is no text becomes a space, and the
 * first 500 characters stay.
 * @returns `undefined` where nothing is left, or nobody wrote it.
 */
export function cleanDescription(text: string | undefined): string | undefined {
  const words = (text ?? '')
    .slice(0, mostRead)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
  if (words === '' || automatic.test(words)) return undefined
  return Array.from(words).slice(0, maxLength).join('').trim()
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Reads text that is UTF-8, or else Latin-1: programs write both where standards say ASCII. */
export function textOf(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    return Buffer.from(bytes).toString('latin1')
  }
}
