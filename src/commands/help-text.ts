import { variables } from '../config.ts'
import { pictureFormats } from '../formats/picture-formats.ts'

const width = 80

export const checkText =
  'The check reads every picture in UPLOADS_DIR from beginning to end, and changes nothing. It names ' +
  `files that are not ${pictureFormats.names}, that are cut off or can't be read, files with the ` +
  "extension of another type, pictures that can't be scaled, pictures that are not shown because " +
  'their name ends in .jfif, .jpe or has no extension, or holds a character that no name may have, ' +
  'or because they take a decoder that is missing, and those of other formats: TIFF, RAW and others. ' +
  'It also names pictures for print (CMYK), ' +
  'whose colours may look wrong. With --decode it decodes each picture that the device has the memory ' +
  'for, one after the other, and names those that the decoder refuses, too. JPEGs decode in spite of ' +
  'most damage inside them: jpeginfo -c names those. ' +
  'Without, a WebP whose end was never written is found if 64 KB or more of it are zeros. Findings go ' +
  'to stdout, progress goes to stderr.'

/** What may follow the name of the program, and what it does then. */
export const usage: readonly (readonly [words: string, meaning: string])[] = [
  ['', 'serves the pictures until it is stopped'],
  ['check', "names the pictures that can't be shown"],
  ['check --decode', 'decodes each picture, too'],
  ['hash-password', 'makes the hash of a password for ADMIN_PASSWORD'],
  ['health', 'asks whether the service on this machine answers'],
  ['set-password', 'changes the password of the service, as root'],
  ['kiosk on', 'shows the frame on the screen of this machine'],
  ['kiosk off', 'takes that back'],
  ['--help, -h', 'prints this text'],
  ['--version, -v', 'prints the version'],
  ['--licenses', 'prints the licences of the software in it'],
]

export const kioskText =
  'kiosk on makes the desktop of a Raspberry Pi (labwc or Wayfire) start with the slideshow, without ' +
  'a pointer and with the screen left on: that of this machine, or of an address such as ' +
  "'http://192.168.1.20:3000/?frame=hall&clock'. Run it with sudo, so that the desktop starts with " +
  'the machine, too. --user names the user of the desktop; --print shows what would be written.'

export const statusText =
  'The exit status is 0 on success, 1 when the check found something or a command failed, and 2 ' +
  "when the command line can't be understood."

/** Builds the text of `--help`. Variables and defaults come from the settings themselves. */
export const helpText = (
  version: string,
) => `photo-frame ${version}: random pictures for digital photo frames

Usage:
${usage.map(([words, meaning]) => `  photo-frame ${words.padEnd(16)}${meaning}`).join('\n')}

${Bun.wrapAnsi(checkText, width)}

hash-password and set-password ask for the password twice, or read it from a
pipe. The hash goes to stdout, the lines that set it to stderr.

${Bun.wrapAnsi(kioskText, width)}

${Bun.wrapAnsi(statusText, width)}

Settings are environment variables. A file .env in the working directory may set
those that the environment does not, as may .env.local and the others that Bun
reads. In such a file write \\$ for each $, in quotes too: ADMIN_PASSWORD=\\$2b…

${variables().map(describe).join('\n')}`

function describe([name, variable]: [string, { meaning: string; default: string }]): string {
  const text = Bun.wrapAnsi(`${variable.meaning}.`, width - indent.length)
  return `  ${name} (${variable.default})\n${text.replaceAll(/^/gm, indent)}\n`
}

const indent = '      '
