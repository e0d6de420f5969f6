import type { AdminPage } from '../http/routes/admin-page.ts'
import { bundleScript } from './bundle-script.ts'
import { languages } from './languages/languages.ts'

/**
 * Reads the admin page. Its script is bundled when it is asked for.
 * @param pages the folder of the pages, with a slash at its end.
 */
export async function readAdminPage(pages: URL): Promise<AdminPage> {
  const readText = (path: string) => Bun.file(new URL(path, pages)).text()
  const [html, css] = await Promise.all([readText('admin/admin.html'), readText('admin/admin.css')])
  const transpiler = new Bun.Transpiler({ loader: 'ts', target: 'browser', minifyWhitespace: true })
  const scripts = Object.keys(languages).map((code) => {
    const read = async () => transpiler.transform(await readText(`languages/${code}.ts`))
    return [`${code}.js`, read] as const
  })
  return {
    html,
    css,
    script: () => bundleScript('admin/main.tsx', '../admin.js', pages),
    languages: new Map(scripts),
  }
}
