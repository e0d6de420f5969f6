import { parseAccept, type Accept } from 'hono/utils/accept'

/**
 * Whether an `Accept` header asks for an image rather than JSON. A header of only wildcards
 * means JSON.
 */
export function prefersImage(accept: string): boolean {
  const ranges = parseAccept(accept.toLowerCase())
  const anything = weightOf(ranges, (type) => type === '*/*') ?? 0
  const image = weightOf(ranges, (type) => type.startsWith('image/')) ?? 0
  const json =
    weightOf(ranges, (type) => type === 'application/json') ??
    weightOf(ranges, (type) => type === 'application/*') ??
    anything
  return image > json
}

/**
 * The formats that count when a client names one of them alone. Clients that name JPEG usually take
 * others, too.
 */
const formats = ['png', 'webp', 'bmp'] as const

/** The picture format that an `Accept` header names as the only one, if it does. */
export function onlyFormat(accept: string | undefined) {
  const [only, ...others] = parseAccept((accept ?? '').toLowerCase())
  if (only === undefined || others.length > 0) return undefined
  return formats.find((format) => only.type === `image/${format}`)
}

/** The language tags of an `Accept-Language` header, the most wanted first. */
export const wantedLanguages = (accept: string | undefined): string[] =>
  parseAccept(accept ?? '').map(({ type }) => type)

/** Takes the largest weight of some media ranges (RFC 9110, 12.5.1). */
function weightOf(ranges: Accept[], isMeant: (type: string) => boolean): number | undefined {
  const weights = ranges.filter(({ type }) => isMeant(type)).map(weigh)
  return weights.length === 0 ? undefined : Math.max(...weights)
}

/** Hono takes a weight that is no number for 1; here it asks for nothing. */
const weigh = ({ q, params }: Accept) => (Number.isNaN(Number(params['q'] ?? q)) ? 0 : q)
