import type { AdminPage } from '../http/routes/admin-page.ts'

/** Where the build of an executable leaves the script, seen from this module. */
const bundledScript = '../../dist/admin.js'

/**
 * Reads the family's page. From source its script is bundled by a process of its own, so that the
 * bundler's memory is free again afterwards; an executable holds the script already.
 * @throws when the page can't be bundled.
 */
export async function readAdminPage(): Promise<AdminPage> {
  const [html, css, script] = await Promise.all([
    readText('admin/admin.html'),
    readText('admin/admin.css'),
    Bun.isStandaloneExecutable ? readText(bundledScript) : bundleScript(),
  ])
  return { html, css, script }
}

const readText = (path: string) => Bun.file(new URL(path, import.meta.url)).text()

/** Bundles the script of the page for browsers. */
async function bundleScript(): Promise<string> {
  const entry = Bun.fileURLToPath(new URL('admin/main.tsx', import.meta.url))
  const child = Bun.spawn([process.execPath, 'build', entry, '--target=browser', '--minify'], {
    cwd: Bun.fileURLToPath(new URL('admin', import.meta.url)),
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
  if (status !== 0) throw new Error(`The page of the admin could not be bundled: ${complaint}`)
  return script
}
