import { describe, expect, test } from 'bun:test'
import { copyFile, mkdir, symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { runToEnd, startServer } from '../support/server.ts'
import { temporaryFolder } from '../support/temporary.ts'

const project = resolve(import.meta.dir, '../..')

/** A copy of what `npm start` and `npm test` need, without packages. */
async function freshClone() {
  const folder = await temporaryFolder()
  await mkdir(join(folder.path, 'src/packages'), { recursive: true })
  for (const path of ['package.json', 'src/packages/ensure-packages.sh']) {
    await copyFile(join(project, path), join(folder.path, path))
  }
  return folder
}

/** Whether something answers there. */
const answers = (url: string) =>
  fetch(url).then(
    () => true,
    () => false,
  )

describe('npm', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)('start passes %s on to the service', async (signal) => {
    const program = ['npm', 'start', '--silent']
    await using server = await startServer({ program, cwd: project })
    // Waits for the end of what the service prints, so for the end of the service.
    await server.stop(signal)
    expect(server.stdout()).toContain(`${signal}: stopping`)
    expect(server.stdout()).toEndWith(' info stopped\n')
    expect(await answers(server.url)).toBe(false)
  })

  test.each(['start', 'test'])('%s says what to do where nothing is installed', async (script) => {
    await using folder = await freshClone()
    const bin = join(folder.path, 'bin')
    await mkdir(bin)
    for (const name of ['sh', 'node', 'npm']) {
      await symlink(Bun.which(name) ?? '', join(bin, name))
    }
    const program = [join(bin, 'npm'), '--prefix', folder.path, script]
    const { stderr, status } = await runToEnd({ PATH: bin }, [], program)
    expect(stderr).toContain('The packages are not installed. Run: npm ci\n')
    expect(status).toBe(1)
  })
})
