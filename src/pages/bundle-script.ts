import { dirname, join } from 'node:path'

/**
 * Gives the script of a page for browsers. From source, a process of its own bundles it, so that the
 * bundler's memory is free again afterwards; an executable contains the bundle.
 * @param entry its module, seen from the folder of the pages.
 * @param bundled where the build of an executable puts it, seen from there, too.
 * @param pages the path of the folder of the pages. It is passed in because modules of an executable
 *   are bundled: they don't lie where their source does.
 * @throws when it can't be bundled.
 */
export async function bundleScript(entry: string, bundled: string, pages: string): Promise<string> {
  if (Bun.isStandaloneExecutable) return Bun.file(join(pages, bundled)).text()
  const path = join(pages, entry)
  const child = Bun.spawn([process.execPath, 'build', path, '--target=browser', '--production'], {
    cwd: dirname(path),
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [script, complaint, status] = await Promise.all([
    child.stdout.text(),
    child.stderr.text(),
    child.exited,
  ])
  if (status !== 0) throw new Error(`${entry} could not be bundled: ${complaint}`)
  return script
}
