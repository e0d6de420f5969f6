import type { Context } from 'hono'
import { securityHeaders } from '../response/headers.ts'
import { hashOf } from '../response/page-file.ts'

const { 'X-Frame-Options': _, ...shared } = securityHeaders

/**
 * Sends the slideshow page. It may run its own script and style, known by their hashes, and talk to
 * this service; nothing else (CSP level 2, 4.2.2). It may be shown inside other pages, as the dashboards
 * of a house do. Its language is the one that `Accept-Language` wants most.
 */
export const sendSlideshow = (c: Context, page: string) =>
  c.text(page, 200, {
    ...shared,
    'Cache-Control': 'no-cache',
    'Content-Type': 'text/html; charset=UTF-8',
    'Content-Security-Policy': [
      "default-src 'none'",
      "img-src 'self' data:",
      "connect-src 'self'",
      `script-src ${hashOf(page, 'script')}`,
      `style-src ${hashOf(page, 'style')}`,
    ].join('; '),
    Vary: 'Accept-Language',
  })
