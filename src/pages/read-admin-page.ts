import type { AdminPage } from '../http/pages/admin-page.ts'
import { formWords } from '../http/request/frame/form-fields.ts'
import { bundleScript } from './bundle-script.ts'
import { languages, readLanguage } from './languages/languages.ts'
import { messagesOf } from './languages/messages.ts'
import { narrowStyle } from './narrow-style.ts'

/**
 * Reads the admin page. What belongs to it is made when it is asked for, as its script, which is bundled.
 * @param pages the path of the folder of the pages.
 */
export async function readAdminPage(pages: string): Promise<AdminPage> {
  const readText = (path: string) => Bun.file(`${pages}/${path}`).text()
  const files = new Map<string, () => Promise<string | Uint8Array>>()
  files.set('admin.js', () => bundleScript('admin/main.tsx', '../admin.js', pages))
  files.set('guests.js', () => bundleScript('guests/main.tsx', '../guests.js', pages))
  files.set('admin.css', async () => {
    const names = (await readText('admin/styles/index.css')).matchAll(/@import '(.+)'/g)
    const parts = Array.from(names, ([, name]) => readText(`admin/styles/${name}`))
    return narrowStyle((await Promise.all(parts)).join(''))
  })
  for (const code of Object.keys(languages)) {
    files.set(`languages/${code}.js`, async () => {
      const { admin, settings = formWords() } = await readLanguage(pages, code)
      return `export const admin=${JSON.stringify(admin)},settings=${JSON.stringify(settings)}`
    })
    files.set(`${code}.webmanifest`, async () => {
      const { title } = messagesOf((await readLanguage(pages, code)).admin, code).app
      return (await readText('app/manifest.webmanifest')).replaceAll('Photos', title)
    })
  }
  for (const name of ['icon.svg', 'icon-192.png', 'icon-512.png', 'manifest.webmanifest']) {
    files.set(name, () => Bun.file(`${pages}/app/${name}`).bytes())
  }
  files.set('share-worker.js', async () => {
    const options = { loader: 'ts', target: 'browser', minifyWhitespace: true } as const
    return new Bun.Transpiler(options).transform(await readText('app/share-worker.ts'))
  })
  return { html: await readText('admin/admin.html'), files }
}
