import { checkText, kioskText, statusText, usage } from '../commands/help-text.ts'
import { variables } from '../config.ts'

const files = [
  ['/etc/photo-frame.env', 'The settings of the service, one per line; only root reads it'],
  ['/srv/photos', 'The pictures, and in .photo-frame what the service keeps of its own'],
  ['/usr/lib/systemd/system/photo-frame.service', 'The unit, to be changed with systemctl edit'],
] as const

/**
 * Builds the manual page, in the language of man(7).
 * @param time of the version, in seconds since 1970.
 */
export const manualPage = (version: string, time: number) => `.TH PHOTO-FRAME 1 ${quoted(
  new Date(time * 1000).toISOString().slice(0, 10),
)} ${quoted(`photo-frame ${version}`)}
.SH NAME
photo-frame \\- random pictures for digital photo frames
.SH SYNOPSIS
.B photo-frame
.RI [ command ]
.SH DESCRIPTION
As a service it listens on port 3000: frames get pictures there, and the admin
opens /admin. /api/docs tells all of its interface.
.SH COMMANDS
${entries(usage.map(([words, meaning]) => [`photo-frame ${words}`.trim(), meaning]))}
.PP
${escaped(checkText)}
.PP
${escaped(kioskText)}
.SH EXIT STATUS
${escaped(statusText)}
.SH ENVIRONMENT
${entries(variables().map(([name, note]) => [`${name} (${defaultOf(name, note.default)})`, note.meaning]))}
.SH FILES
${entries(files)}
.SH SEE ALSO
.BR systemctl (1),
.BR journalctl (1)
`

/** The default that a package has, which sets the folder in its unit. */
const defaultOf = (name: string, fallback: string) =>
  name === 'UPLOADS_DIR' ? '/srv/photos as a service, else uploads where it is started' : fallback

const entries = (rows: readonly (readonly [term: string, meaning: string])[]) =>
  rows.map(([term, meaning]) => `.TP\n.B ${escaped(term)}\n${escaped(meaning)}.`).join('\n')

/** Escapes what has a meaning in roff; a period or quote is a request only at the start of a line. */
const escaped = (text: string) =>
  text
    .replaceAll('\\', String.raw`\e`)
    .replaceAll('-', String.raw`\-`)
    .replace(/^(?=['.])/, '\\&')

const quoted = (text: string) => `"${escaped(text)}"`
