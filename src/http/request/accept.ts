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

/**
 * The formats that a client may name as the only one it takes. Clients that name JPEG take others,
 * too, as a rule.
 */
const formats = new Map([
  ['image/png', 'png'],
  ['image/webp', 'webp'],
  ['image/bmp', 'bmp'],
] as const)

/** The format of pictures that an `Accept` header names alone, if there is one. */
export function onlyFormat(accept: string | undefined) {
  const [only, ...others] = (accept ?? '').toLowerCase().split(',').map(parse)
  if (only === undefined || others.length > 0) return undefined
  return [...formats].find(([type]) => type === only.type)?.[1]
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
