/**
 * Removes comments, line breaks and most spaces of a style. A plus in `calc()` keeps those around it,
 * and no string of a style may have a brace, a colon, a comma or a semicolon in it.
 */
export const narrowStyle = (code: string): string =>
  code
    .replace(/\/\*[^]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,]) ?/g, '$1')
    .replace(/ > /g, '>')
    .replace(/ \+ (?=[.#:[])/g, '+')
    .replaceAll(': ', ':')
    .replaceAll(';}', '}')
    .replace(/\b0\./g, '.')
    .trim()
