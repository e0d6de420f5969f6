import { pictureFormats } from '../../formats/picture-formats.ts'

/** What a header's quoted string holds without ado: printable ASCII but for `"`, `\` and `%`. */
const isPlain = (name: string) => /^[ !#$&-[\]-~]*$/.test(name)

/**
 * Names a picture for who saves it (RFC 6266, 4): inline, so browsers show it all the same.
 * @param path of the file in the collection, whose name ends as the media type wants it to.
 */
export function contentDisposition(path: string, mediaType: string): string {
  const name = withEnding(path.slice(path.lastIndexOf('/') + 1), mediaType)
  if (isPlain(name)) return `inline; filename="${name}"`
  const fallback = name.replaceAll(/[^ !#$&-[\]-~]/g, '_')
  return `inline; filename="${fallback}"; filename*=UTF-8''${encodeExtended(name)}`
}

/** Encodes what RFC 8187, 3.2.1 lets no extended value hold; of that `encodeURIComponent` leaves some. */
const encodeExtended = (name: string) =>
  encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** Names a rendition in another format than the file's by its own. */
function withEnding(name: string, mediaType: string): string {
  const dot = name.lastIndexOf('.')
  const endings = endingsOf(mediaType)
  if (endings.length === 0 || endings.includes(name.slice(dot + 1).toLowerCase())) return name
  return `${dot > 0 ? name.slice(0, dot) : name}.${endings[0]}`
}

/** How files of a media type may end, the usual one first; what is no picture may end as it likes. */
function endingsOf(mediaType: string): readonly string[] {
  const format = pictureFormats.formats.find((each) => each.mediaType === mediaType)
  if (format !== undefined) return [format.type, ...format.extensions]
  return mediaType.startsWith('image/') ? [mediaType.slice('image/'.length)] : []
}
