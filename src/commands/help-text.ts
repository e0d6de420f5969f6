import { variables } from '../config.ts'

const width = 80

/** What `--help` says. The variables and their defaults are those that the service goes by. */
export const helpText = (
  version: string,
) => `photo-frame ${version}: random pictures for digital photo frames

Usage:
  photo-frame              serves the pictures until it is stopped
  photo-frame check        looks for pictures that can't be shown, then ends
  photo-frame --help, -h   says this
  photo-frame --version, -v

The check reads every picture in UPLOADS_DIR from beginning to end without
decoding it, and changes nothing. It names those that are no JPEG, PNG, GIF or
WebP, are cut off or can't be read, those whose name ends as another type's
does, and JPEGs, PNGs, GIFs and WebPs that are not shown because their name
ends in .jfif, .jpe or nothing. That the end of a WebP was never written is
noticed from 64 KB of zeros on: nothing in the format tells of fewer.
What it finds goes to stdout, how far it is to stderr. The exit status is 0 when
all is well, 1 when something is wrong, and 2 when the command line can't be
understood.

Settings are environment variables; a file .env in the working directory may set
those that the environment does not, as may .env.local and the others that Bun
knows. In such a file write \\$ for each $, in quotes too: ADMIN_PASSWORD=\\$2b…

${Object.entries(variables).map(describe).join('\n')}`

function describe([name, variable]: [string, { meaning: string; default: string }]): string {
  const lines = wrap(`${variable.meaning}.`, width - indent.length)
  return [`  ${name} (${variable.default})`, ...lines.map((line) => indent + line), ''].join('\n')
}

const indent = '      '

/** Breaks a text into lines of at most so many characters. */
function wrap(text: string, length: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last === undefined || last.length + 1 + word.length > length) lines.push(word)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines
}
