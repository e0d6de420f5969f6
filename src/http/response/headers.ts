import { createMiddleware } from 'hono/factory'
import manifest from '../../../package.json' with { type: 'json' }

/**
 * The security headers of every answer. `hono/secure-headers` sets a dozen on each response, which
 * costs a frame's request a third of its throughput; these are the ones that have an effect over
 * plain HTTP.
 */
export const securityHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'SAMEORIGIN',
} as const

/**
 * The same for what anybody may read, from a page of any site too. `X-Version` tells the slideshow
 * that the service was updated, without a request of its own.
 */
export const publicHeaders = {
  ...securityHeaders,
  'Access-Control-Allow-Origin': '*',
  'X-Version': manifest.version,
} as const

/** Sets the security headers where a library makes the response. */
export const withSecurityHeaders = createMiddleware(async (c, next) => {
  for (const [name, value] of Object.entries(securityHeaders)) c.header(name, value)
  return next()
})
