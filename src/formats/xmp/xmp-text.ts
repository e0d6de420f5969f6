/** How many prefixes of a namespace are tried. A packet of a real program has one. */
const maxPrefixes = 4

/** Finds the prefixes that a packet gives a namespace, by its URI. */
function prefixesOf(text: string, namespace: string): string[] {
  const declarations = text.matchAll(/xmlns:([\w-]+)\s*=\s*["']([^"'<>]*)["']/g)
  const ofNamespace = Array.from(declarations).filter(([, , uri]) => uri === namespace)
  return [...new Set(ofNamespace.map(([, prefix = '']) => prefix))].slice(0, maxPrefixes)
}

/**
 * Reads a property of an XMP packet (ISO 16684-1, 7.4 and 7.9), which is an attribute or an element
 * of its own: the XML between its ends, as it stands there; `undefined` where there is none.
 * @param namespace its URI, whatever prefix the packet gives it.
 */
function readProperty(packet: Buffer, namespace: string, name: string): string | undefined {
  const text = packet.toString('utf8')
  for (const prefix of prefixesOf(text, namespace)) {
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

/** Reads a property that is a simple text; `undefined` where there is none. */
export function readXmpText(packet: Buffer, namespace: string, name: string): string | undefined {
  const value = readProperty(packet, namespace, name)
  return value === undefined || value.includes('<') ? undefined : plain(value)
}

/** Reads the description (ISO 16684-1, 8.3, `dc:description`): of `x-default`, else the first. */
export function readXmpDescription(packet: Buffer): string | undefined {
  const value = readProperty(packet, 'http://purl.org/dc/elements/1.1/', 'description')
  if (value === undefined || !value.includes('<')) return value && plain(value)
  const items = [...value.matchAll(/<rdf:li\b([^>]*)>([^<]*)<\/rdf:li/g)]
    .map(([, attributes = '', text = '']) => ({ attributes, text: plain(text) }))
    .filter(({ text }) => text !== '')
  const isDefault = ({ attributes }: { attributes: string }) => attributes.includes('x-default')
  return (items.find(isDefault) ?? items[0])?.text
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
}

/** Reads the text that XML stands for (XML 1.0, 4.1 and 4.6). */
const plain = (xml: string): string =>
  xml
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi, (whole, decimal, hex, name) => {
      if (name !== undefined) return entities[name] ?? whole
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
      return code <= 0x10ffff ? String.fromCodePoint(code) : ''
    })
    .trim()
