/**
 * Reads a simple property of an XMP packet (ISO 16684-1, 7.4 and 7.9.2), which is an attribute or an
 * element of its own; `undefined` where there is none.
 * @param namespace its URI, whatever prefix the packet gives it.
 */
export function readXmpProperty(
  packet: Buffer,
  namespace: string,
  name: string,
): string | undefined {
  const text = packet.toString('utf8')
  const declarations = text.matchAll(/xmlns:([\w-]+)\s*=\s*["']([^"'<>]*)["']/g)
  for (const [, prefix, uri] of declarations) {
    if (uri !== namespace) continue
    const property = new RegExp(
      `\\s${prefix}:${name}\\s*=\\s*["']([^"'<>]*)["']|<${prefix}:${name}\\s*>([^<]*)<`,
    )
    const [, attribute, element] = property.exec(text) ?? []
    const value = attribute ?? element
    if (value !== undefined) return value.trim()
  }
  return undefined
}
