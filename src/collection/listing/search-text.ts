// oxlint-disable-next-line no-control-regex -- ASCII is what it looks for
const isAscii = /^[\u0000-\u007f]*$/

/**
 * Makes texts equal that differ only in case and accents. In capitals: of small letters there may be
 * several, such as both of sigma.
 */
export function foldText(text: string): string {
  const capitals = text.toLowerCase().toUpperCase()
  return isAscii.test(text) ? capitals : capitals.normalize('NFD').replace(/\p{M}/gu, '')
}
