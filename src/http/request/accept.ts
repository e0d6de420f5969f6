/**
 * Whether an `Accept` header asks for a picture rather than JSON. Anything goes (a header of only
 * wildcards, or none) means JSON.
 */
export function prefersImage(accept: string | undefined): boolean {
  if (accept === undefined || accept === '*/*') return false
  const ranges = accept.toLowerCase().split(',').map(parse)
  const anything = weightOf(ranges, (type) => type === '*/*') ?? 0
  const image = weightOf(ranges, (type) => type.startsWith('image/')) ?? 0
  const json =
    weightOf(ranges, (type) => type === 'application/json') ??
    weightOf(ranges, (type) => type === 'application/*') ??
    anything
  return image > json
}

interface MediaRange {
  type: string
  weight: number
}

function parse(range: string): MediaRange {
  const [type = '', ...parameters] = range.split(';').map((part) => part.trim())
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
  return { type, weight: weight === undefined ? 1 : Number(weight) || 0 }
}

/** The more specific range counts, whatever a wider one says (RFC 9110, 12.5.1). */
function weightOf(ranges: MediaRange[], isMeant: (type: string) => boolean): number | undefined {
  const meant = ranges.filter(({ type }) => isMeant(type))
  return meant.length === 0 ? undefined : Math.max(...meant.map(({ weight }) => weight))
}
