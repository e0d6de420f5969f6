import { pictureFormats } from '../../formats/picture-formats.ts'

/** What a quoted string of a header does not hold as it is: all but printable ASCII, and `"`, `\`, `%`. */
const unquotable = /[^ !#$&-[\]-~]/g

/**
 * Names a picture for saving (RFC 6266, 4): inline, so browsers still show it.
 * @param path of the file in the collection.
 * @param mediaType of what is sent. The name gets its extension.
 */
export function contentDisposition(path: string, mediaType: string): string {
  const name = withEnding(path.slice(path.lastIndexOf('/') + 1), mediaType)
  const plain = name.replaceAll(unquotable, '_')
  const quoted = `inline; filename="${plain}"`
  return plain === name ? quoted : `${quoted}; filename*=UTF-8''${encodeExtended(name)}`
}

/** Percent-encodes an extended value (RFC 8187, 3.2.1), with characters that `encodeURIComponent` leaves. */
const encodeExtended = (name: string) =>
  encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** Gives the name of a rendition the extension of its own format. */
function withEnding(name: string, mediaType: string): string {
  const dot = name.lastIndexOf('.')
  const endings = endingsOf(mediaType)
  if (endings.length === 0 || endings.includes(name.slice(dot + 1).toLowerCase())) return name
  return `${dot > 0 ? name.slice(0, dot) : name}.${endings[0]}`
}

/** The extensions of a media type, the usual one first; none where it is no picture's. */
function endingsOf(mediaType: string): readonly string[] {
  const format = pictureFormats.formats.find((each) => each.mediaType === mediaType)
  if (format !== undefined) return [format.type, ...format.extensions]
  return mediaType.startsWith('image/') ? [mediaType.slice('image/'.length)] : []
}
