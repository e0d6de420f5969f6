import { Hono } from 'hono'
import { AppError } from '../../errors.ts'
import { once } from '../../lib/once.ts'
import type { AppEnvironment } from '../request/connection.ts'
import { pageFile, sendPageFile } from '../response/page-file.ts'
import { uploadLimits } from '../response/upload-limits.ts'

/** The files of the page, as text. */
export interface AdminPage {
  html: string
  css: string
  /** Makes the script when it is asked for. */
  script: () => Promise<string>
  /** The scripts of the languages by their names, each made when it is asked for. */
  languages: ReadonlyMap<string, () => Promise<string>>
}

interface PageOptions {
  readPage: () => Promise<AdminPage>
  /** In bytes. */
  maxFileSize: number
  hasDecoder: boolean
  trashDays: number
}

/**
 * `/admin`: the admin page. It is made when somebody asks for the first time, and kept compressed. It
 * says what uploads the service takes, and whether what is deleted can be restored.
 */
export function adminPageRoutes(options: PageOptions) {
  const { readPage, maxFileSize, hasDecoder, trashDays } = options
  const limits = `${uploadLimits(maxFileSize, hasDecoder)} data-trash-days="${trashDays}"`
  const scriptOf = (read: () => Promise<string>) =>
    once(async () => pageFile(await read(), 'text/javascript'))
  const files = once(async () => {
    const { html, css, script, languages } = await readPage()
    return {
      html: pageFile(html.replace('id="app"', `id="app" ${limits}`), 'text/html'),
      css: pageFile(css, 'text/css'),
      script: scriptOf(script),
      languages: new Map([...languages].map(([name, read]) => [name, scriptOf(read)])),
    }
  })
  return new Hono<AppEnvironment>()
    .get('/', async (c) => sendPageFile(c, (await files()).html))
    .get('/admin.css', async (c) => sendPageFile(c, (await files()).css))
    .get('/admin.js', async (c) => sendPageFile(c, await (await files()).script()))
    .get('/languages/:name', async (c) => {
      const file = (await files()).languages.get(c.req.param('name'))
      if (file === undefined) throw new AppError('NOT_FOUND')
      return sendPageFile(c, await file())
    })
}
