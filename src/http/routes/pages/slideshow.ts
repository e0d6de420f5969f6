import { Hono } from 'hono'
import { wantedLanguages } from '../../request/accept.ts'
import type { AppEnvironment } from '../../request/connection.ts'
import { securityHeaders } from '../../response/headers.ts'

/**
 * `/`: the slideshow page. It may run its own script and style, known by their hashes, and talk
 * to this service; nothing else (CSP level 2, 4.2.2). It may be shown inside other pages, as the
 * dashboards of a house do. Its language is the one that `Accept-Language` wants most.
 */
export function slideshowRoutes(makePage: (wanted: readonly string[]) => Promise<string>) {
  const { 'X-Frame-Options': _, ...shared } = securityHeaders
  return new Hono<AppEnvironment>().get('/', async (c) => {
    const page = await makePage(wantedLanguages(c.req.header('accept-language')))
    return c.text(page, 200, {
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
  })
}

/** The source of a Content-Security-Policy that allows the one such element of a page. */
export function hashOf(page: string, element: 'script' | 'style'): string {
  const content = new RegExp(`<${element}>([^]*?)</${element}>`).exec(page)?.[1] ?? ''
  return `'sha256-${new Bun.CryptoHasher('sha256').update(content).digest('base64')}'`
}
