import type { Context } from 'hono'

/** The token that a request brings, which may be empty (RFC 6750, 2.1). */
export const bearerOf = (c: Context): string | undefined =>
  /^bearer(?:\s+(.*))?$/i.exec(c.req.header('authorization') ?? '')?.map((text = '') => text)[1]
