import type { AdminPage } from '../http/routes/admin-page.ts'
import { languages } from './languages/languages.ts'

/** Where the build of an executable puts the script, seen from the folder of the pages. */
const bundledScript = '../admin.js'

/**
 * Reads the admin page. From source, a process of its own bundles the script, so that the bundler's
 * memory is free again afterwards; an executable contains the bundle.
 * @param pages the folder of the pages, with a slash at its end. It is passed in because modules of
 *   an executable are bundled: they don't lie where their source does.
 * @throws when the page can't be bundled.
 */
export async function readAdminPage(pages: URL): Promise<AdminPage> {
  const readText = (path: string) => Bun.file(new URL(path, pages)).text()
  const [html, css, script] = await Promise.all([
    readText('admin/admin.html'),
    readText('admin/admin.css'),
    Bun.isStandaloneExecutable ? readText(bundledScript) : bundleScript(new URL('admin/', pages)),
  ])
  const transpiler = new Bun.Transpiler({ loader: 'ts', target: 'browser', minifyWhitespace: true })
  const scripts = Object.keys(languages).map((code) => {
    const read = async () => transpiler.transform(await readText(`languages/${code}.ts`))
    return [`${code}.js`, read] as const
  })
  return { html, css, script, languages: new Map(scripts) }
}

/** Bundles the script of the page for browsers. */
async function bundleScript(folder: URL): Promise<string> {
  const entry = Bun.fileURLToPath(new URL('main.tsx', folder))
  const child = Bun.spawn([process.execPath, 'build', entry, '--target=browser', '--production'], {
    cwd: Bun.fileURLToPath(folder),
    env: { PATH: process.env['PATH'] },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [script, complaint, status] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  if (status !== 0) throw new Error(`The admin page could not be bundled: ${complaint}`)
  return script
}
