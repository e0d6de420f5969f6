import { createMiddleware } from 'hono/factory'
import manifest from '../../../package.json' with { type: 'json' }

/**
 * What every answer says to a browser that reads it. `hono/secure-headers` sets a dozen on each
 * response, which took a third of the requests per second from a frame's request; these are the
 * ones that mean something over plain http, put into the response as it is made.
 */
export const securityHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'SAMEORIGIN',
} as const

/**
 * The same for what anybody may read, from a page of any site too. By the version the slideshow
 * notices that the service was updated, without a request of its own.
 */
export const publicHeaders = {
  ...securityHeaders,
  'Access-Control-Allow-Origin': '*',
  'X-Version': manifest.version,
} as const

/** Sets them where a library makes the response. */
export const withSecurityHeaders = createMiddleware(async (c, next) => {
  for (const [name, value] of Object.entries(securityHeaders)) c.header(name, value)
  return next()
})
