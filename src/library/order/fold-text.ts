// oxlint-disable-next-line no-control-regex -- ASCII is what it looks for
const isAscii = /^[\u0000-\u007f]*$/

/** Letters that many keyboards lack and that Unicode takes for no letter with an accent (CLDR does). */
const plainLetters: Readonly<Record<string, string>> = {
  Æ: 'AE',
  Đ: 'D',
  Ħ: 'H',
  Ł: 'L',
  Ø: 'O',
  Œ: 'OE',
}

/**
 * Makes texts equal that differ only in case and accents. In capitals: of small letters there may be
 * several, such as both of sigma.
 */
export function foldText(text: string): string {
  const capitals = text.toLowerCase().toUpperCase()
  if (isAscii.test(text)) return capitals
  const bare = capitals.normalize('NFD').replace(/\p{M}/gu, '')
  return bare.replace(/[ÆĐĦŁØŒ]/g, (letter) => plainLetters[letter] ?? letter)
}
