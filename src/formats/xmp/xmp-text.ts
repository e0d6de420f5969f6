/** More than any program writes beside a picture, in bytes. */
export const maxXmpLength = 256 * 1024

/** How many prefixes of a namespace are tried. A packet of a real program has one. */
const maxPrefixes = 4

/** An XMP packet (ISO 16684-1, 7). */
export class XmpPacket {
  readonly text: string
  readonly #prefixes = new Map<string, Set<string>>()

  constructor(bytes: Buffer) {
    this.text = bytes.toString('utf8')
    const declarations = this.text.matchAll(/xmlns:([\w-]+)\s*=\s*["']([^"'<>]*)["']/g)
    for (const [, prefix = '', uri = ''] of declarations) {
      this.#prefixes.getOrInsertComputed(uri, () => new Set()).add(prefix)
    }
  }

  /** The prefixes that it gives a namespace, by its URI. */
  prefixesOf(namespace: string): string[] {
    return [...(this.#prefixes.get(namespace) ?? [])].slice(0, maxPrefixes)
  }
}

/**
 * Reads a property of an XMP packet (ISO 16684-1, 7.4 and 7.9), which is an attribute or an element
 * of its own: the XML between its ends, as it stands there; `undefined` where there is none.
 * @param namespace its URI, whatever prefix the packet gives it.
 */
function readProperty(packet: XmpPacket, namespace: string, name: string): string | undefined {
  const { text } = packet
  for (const prefix of packet.prefixesOf(namespace)) {
    const property = `${prefix}:${name}`
    const attribute = new RegExp(`\\s${property}\\s*=\\s*(?:"([^"<>]*)"|'([^'<>]*)')`).exec(text)
    if (attribute !== null) return attribute[1] ?? attribute[2]
    const start = new RegExp(`<${property}(?:\\s[^<>]*)?>`).exec(text)
    const from = start === null ? 0 : start.index + start[0].length
    const end = start === null ? -1 : text.indexOf(`</${property}`, from)
    if (end !== -1) return text.slice(from, end)
  }
  return undefined
}

/** Reads a property that is a list of texts (ISO 16684-1, 7.7). */
export function readXmpList(packet: XmpPacket, namespace: string, name: string): string[] {
  return itemsOf(readProperty(packet, namespace, name)).map(({ text }) => text)
}

/** Gives the items of a list; a text alone is one. */
function itemsOf(value = ''): { attributes: string; text: string }[] {
  if (!value.includes('<')) return [{ attributes: '', text: plain(value) }]
  const items = value.matchAll(/<rdf:li\b([^<>]*)>([^<]*)<\/rdf:li/g)
  return Array.from(items, ([, attributes = '', text = '']) => ({ attributes, text: plain(text) }))
}

/** Reads a simple property of every structure that has it, such as the regions of a picture. */
export function readXmpTexts(packet: XmpPacket, namespace: string, name: string): string[] {
  return packet.prefixesOf(namespace).flatMap((prefix) => {
    const property = `${prefix}:${name}`
    const values = packet.text.matchAll(
      new RegExp(`\\s${property}\\s*=\\s*(?:"([^"<>]*)"|'([^'<>]*)')|<${property}>([^<]*)<`, 'g'),
    )
    return Array.from(values, ([, one, other, element]) => plain(one ?? other ?? element ?? ''))
  })
}

/** Reads the stars, from 1 to 5; 0 where there are none, and for what was rejected (-1). */
export function readXmpRating(packet: XmpPacket | undefined): number {
  const rating = packet && readProperty(packet, 'http://ns.adobe.com/xap/1.0/', 'Rating')
  const stars = Number(plain(rating ?? ''))
  return stars >= 1 && stars <= 5 ? Math.floor(stars) : 0
}

/** Reads the description (ISO 16684-1, 8.3, `dc:description`): of `x-default`, else the first. */
export function readXmpDescription(packet: XmpPacket): string | undefined {
  const value = readProperty(packet, 'http://purl.org/dc/elements/1.1/', 'description')
  const items = itemsOf(value).filter(({ text }) => text !== '')
  return (items.find(({ attributes }) => attributes.includes('x-default')) ?? items[0])?.text
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
}

/** Reads the text that XML stands for (XML 1.0, 4.1 and 4.6). */
const plain = (xml: string): string => (xml.includes('&') ? resolved(xml) : xml).trim()

const resolved = (xml: string): string =>
  xml.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return entities[name] ?? whole
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
