import { Hono } from 'hono'
import { ignoring, isFailure } from '../../errors.ts'
import type { Guests } from '../middleware/guests.ts'
import { wantedLanguages } from '../request/accept.ts'
import type { AppEnvironment } from '../request/connection.ts'
import { pageHeaders } from '../response/page-file.ts'

export interface GuestPage {
  /**
   * Makes the page, HTML, in the first of these languages that there is.
   * @param live what the page of an invitation that lives shows; `undefined` for one sentence.
   */
  makeHtml: (
    wanted: readonly string[],
    live: { label: string | null; attributes: string } | undefined,
  ) => Promise<string>
  /** Draws the QR code of an address, with a sentence in the first of these languages that there is: SVG. */
  drawCode: (wanted: readonly string[], url: string) => Promise<string>
}

interface GuestPageOptions {
  page: GuestPage
  guests: Guests
  /** What uploads are taken, as attributes. */
  limits: string
}

/**
 * `/add/<token>`: the page on which guests add pictures. Of an invitation that does not live it is a
 * sentence, the same whether there ever was one.
 */
export const guestPageRoutes = ({ page, guests, limits }: GuestPageOptions) =>
  new Hono<AppEnvironment>().on('GET', ['/:token', '/:token/'], async (c) => {
    const found = await guests.find(c.req.param('token'), c.env.address).catch(ignoring(isDead))
    const wanted = wantedLanguages(c.req.header('accept-language'))
    const live = found && {
      label: found.label,
      attributes: `${limits} data-invitation="${found.id}" ${found.review ? 'data-review' : ''}`,
    }
    const html = await page.makeHtml(wanted, live)
    return c.html(html, found === undefined ? 404 : 200, {
      ...pageHeaders,
      // The token is not to be kept with the page.
      'Cache-Control': 'no-store',
      'X-Robots-Tag': 'noindex',
      Vary: 'Accept-Language',
    })
  })

/** Whoever guesses too often gets the same answer. */
const isDead = isFailure('AUTHENTICATION_REQUIRED', 'TOO_MANY_ATTEMPTS')
