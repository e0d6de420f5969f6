import { Hono, type Context } from 'hono'
import { AppError } from '../../errors.ts'
import { once } from '../../lib/once.ts'
import { sessionIdOf } from '../middleware/session.ts'
import type { SessionStore } from '../middleware/session-store.ts'
import type { AppEnvironment } from '../request/connection.ts'
import { privateImage } from '../response/send-image.ts'
import { pageFile, sendPageFile } from '../response/page-file.ts'
import { qrCodeOf } from '../response/qr-code.ts'

export interface AdminPage {
  html: string
  /** What belongs to it, by its path below `/admin`, each made when it is asked for. */
  files: ReadonlyMap<string, () => Promise<string | Uint8Array>>
}

/** By the extension of a name, without a charset. */
const mediaTypeOf = (name: string) => Bun.file(name).type.replace(/;.*/, '')

const maxCodeLength = 500

interface AdminPageOptions {
  readPage: () => Promise<AdminPage>
  /** What uploads are taken, as attributes. */
  limits: string
  trashDays: number
  sessions: Pick<SessionStore, 'has'>
}

/**
 * `/admin`: the admin page. It is made when somebody asks for the first time, and kept compressed. It
 * says what uploads the service takes, whether what is deleted can be restored, and whether the browser
 * has a session: without one, it shows what everybody may see.
 */
export function adminPageRoutes(options: AdminPageOptions) {
  const { readPage, trashDays, sessions } = options
  const limits = `${options.limits} data-trash-days="${trashDays}"`
  const fileOf = (name: string, read: () => Promise<string | Uint8Array>) =>
    once(async () => pageFile(await read(), mediaTypeOf(name)))
  const made = once(async () => {
    const { html, files } = await readPage()
    return {
      toLook: pageFile(html.replace('id="app"', `id="app" ${limits}`), 'text/html'),
      inSession: pageFile(html.replace('id="app"', `id="app" data-session ${limits}`), 'text/html'),
      files: new Map(Array.from(files, ([name, read]) => [name, fileOf(name, read)])),
    }
  })
  const hasSession = (c: Context) => sessions.has(sessionIdOf(c))
  return new Hono<AppEnvironment>()
    .get('/', async (c) => {
      const { toLook, inSession } = await made()
      // Where the disk is away, the page says so by itself.
      const isIn = await hasSession(c).catch(() => true)
      return sendPageFile(c, isIn ? inSession : toLook)
    })
    .get('/code.svg', async (c) => {
      const { text = '' } = c.req.query()
      if (text.length > maxCodeLength || !(await hasSession(c))) throw new AppError('NOT_FOUND')
      const { code, toSvgSource } = await qrCodeOf(text)
      // It may hold the token of an invitation.
      return privateImage(toSvgSource(code, { on: '#000', off: '#fff' }), 'image/svg+xml')
    })
    .get('/:name{(?:languages/)?[^/]+}', async (c) => {
      const file = (await made()).files.get(c.req.param('name'))
      if (file === undefined) throw new AppError('NOT_FOUND')
      return sendPageFile(c, await file())
    })
}
