import type { AdminPage } from '../http/pages/admin-page.ts'
import { formWords } from '../http/request/frame/form-fields.ts'
import { bundleScript } from './bundle-script.ts'
import { languages } from './languages/languages.ts'
import { messagesOf } from './languages/messages.ts'
import { narrowStyle } from './narrow-style.ts'

/** The files of the style, in the order of the cascade. */
const styles = [
  'base',
  'bar',
  'forms',
  'login',
  'folders',
  'notice',
  'grid',
  'panels',
  'dialogs',
  'menu',
  'viewer',
  'facts',
  'frames',
  'trash',
  'settings',
  'connect',
  'invitations',
  'guests',
  'motion',
  'narrow',
]

/**
 * Reads the admin page. Its script is bundled when it is asked for.
 * @param pages the folder of the pages, with a slash at its end.
 */
export async function readAdminPage(pages: URL): Promise<AdminPage> {
  const readText = (path: string) => Bun.file(new URL(path, pages)).text()
  const html = await readText('admin/admin.html')
  const css = await Promise.all(styles.map((name) => readText(`admin/styles/${name}.css`)))
  const transpiler = new Bun.Transpiler({ loader: 'ts', target: 'browser', minifyWhitespace: true })
  const scripts = Object.entries(languages).map(([code, language]) => {
    const read = async () => {
      const { admin, settings = formWords() } = (await language.load()).default
      return `export const admin=${JSON.stringify(admin)},settings=${JSON.stringify(settings)}`
    }
    return [`${code}.js`, read] as const
  })
  const manifests = Object.entries(languages).map(([code, language]) => {
    const read = async () => {
      const { title } = messagesOf((await language.load()).default.admin, code).app
      return (await readText('app/manifest.webmanifest')).replaceAll('Photos', title)
    }
    return [`${code}.webmanifest`, read] as const
  })
  const files = ['icon.svg', 'icon-192.png', 'icon-512.png', 'manifest.webmanifest'].map((name) => {
    const read = () => Bun.file(new URL(`app/${name}`, pages)).bytes()
    return [name, read] as const
  })
  const readWorker = async () => transpiler.transform(await readText('app/share-worker.ts'))
  return {
    html,
    css: narrowStyle(css.join('')),
    script: () => bundleScript('admin/main.tsx', '../admin.js', pages),
    languages: new Map(scripts),
    app: new Map<string, () => Promise<string | Uint8Array>>([
      ...files,
      ...manifests,
      ['share-worker.js', readWorker],
    ]),
  }
}
