/**
 * Whether an `Accept` header asks for a picture rather than JSON (RFC 9110, 12.5.1). Anything goes
 * (a header of only wildcards, or none) means JSON.
 */
export function prefersImage(accept: string | undefined): boolean {
  if (accept === undefined || !accept.includes('image/')) return false
  let image = 0
  let json = 0
  for (const range of accept.toLowerCase().split(',')) {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
    const quality = weight === undefined ? 1 : Number(weight) || 0
    if (type.startsWith('image/') || type === '*/*') image = Math.max(image, quality)
    if (type === 'application/json' || type === 'application/*' || type === '*/*') {
      json = Math.max(json, quality)
    }
  }
  return image > json
}
