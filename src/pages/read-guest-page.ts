import { html, raw } from 'hono/html'
import type { GuestPage } from '../http/pages/guest-page.ts'
import { drawGuestCode } from './guest-code.ts'
import { readWantedLanguage } from './languages/languages.ts'
import { messagesOf } from './languages/messages.ts'

/**
 * Makes the guests' page. Its script, style and languages are among the files of the admin page.
 * @param pages the path of the folder of the pages.
 */
export const guestPage = (pages: string): GuestPage => ({
  drawCode: async (wanted, url) => {
    const { code, messages } = await readWantedLanguage(pages, wanted)
    return drawGuestCode(url, messagesOf(messages.admin, code).guests.title)
  },
  makeHtml: async (wanted, live) => {
    const { code, direction, messages } = await readWantedLanguage(pages, wanted)
    const t = messagesOf(messages.admin, code)
    const title = live?.label ?? t.guests.title
    const page = html`<!doctype html>
      <html lang="${code}" dir="${direction}">
        <head>
          <meta charset="utf-8" />
          <title>${title}</title>
          <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
          <meta name="color-scheme" content="light dark" />
          <meta name="robots" content="noindex" />
          <link rel="icon" href="data:," />
          <link rel="stylesheet" href="/admin/admin.css" />
          ${live && html`<script type="module" src="/admin/guests.js"></script>`}
        </head>
        <body>
          <main class="guests">
            <img src="/admin/icon.svg" alt="" width="64" height="64" />
            <h1 class="name">${title}</h1>
            ${
              live
                ? html`<div id="app" ${raw(live.attributes)}></div>
                    <noscript><p>${t.guests.needsScript}</p></noscript>`
                : html`<p>${t.guests.ended}</p>`
            }
          </main>
        </body>
      </html>`
    return String(await page)
  },
})
