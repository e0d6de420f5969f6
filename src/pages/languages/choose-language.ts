/**
 * Chooses the language that somebody wants most, whatever its region and script; English where there
 * is none of those.
 * @param wanted language tags (BCP 47), the best first.
 * @param codes the languages that there are.
 */
export function chooseLanguage(wanted: readonly string[], codes: readonly string[]): string {
  const known = wanted.map(primaryOf).filter((code) => codes.includes(code))
  return known[0] ?? 'en'
}

/** The part of a tag that names the language, without region and script. */
export const primaryOf = (tag: string): string => tag.toLowerCase().replace(/-.*/, '')
