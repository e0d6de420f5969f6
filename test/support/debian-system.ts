import { join } from 'node:path'
import { container } from './programs.ts'
import { eventually } from './server.ts'
import { temporaryFolder } from './temporary.ts'

/** What an installation of the package needs, as a Raspberry Pi has it or apt downloads it. */
const needed = ['systemd-sysv', 'dbus', 'adduser', 'libheif-examples']

export async function run(command: readonly string[], input = '') {
  await using child = Bun.spawn([...command], {
    stdin: Buffer.from(input),
    stdout: 'pipe',
    stderr: 'pipe',
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', DEBIAN_FRONTEND: 'noninteractive' },
  })
  const [stdout, stderr, status] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  return { stdout, stderr, status }
}

/**
 * A fresh Debian in a folder, gone when the test ends.
 * @param options of mmdebstrap(1).
 */
export async function debianRoot(
  release: string,
  packages: readonly string[] = needed,
  options: readonly string[] = [],
) {
  const folder = await temporaryFolder()
  const path = join(folder.path, 'root')
  const include = `--include=${packages.join()}`
  const made = await run(['mmdebstrap', '--variant=apt', include, ...options, release, path])
  if (made.status !== 0) throw new Error(made.stderr)
  return { path, [Symbol.asyncDispose]: folder[Symbol.asyncDispose] }
}

export type DebianSystem = Awaited<ReturnType<typeof bootDebian>>

/** Starts a Debian with its own systemd, processes and network, in which nothing else listens. */
export async function bootDebian(root: string) {
  const nspawn = Bun.spawn([...container, `--directory=${root}`, '--boot'], {
    stdio: ['ignore', 'ignore', 'ignore'],
  })
  const children = () => run(['pgrep', '--parent', String(nspawn.pid)])
  await eventually(async () => (await children()).stdout !== '')
  const init = (await children()).stdout.trim()
  const enter = (...namespaces: string[]) => ['nsenter', `--target=${init}`, ...namespaces, '--']
  /** Runs a command in the system, as root. */
  const inside = (command: string, input?: string) =>
    run([...enter('--all'), 'sh', '-c', command], input)
  await eventually(async () =>
    /running|degraded/.test((await inside('systemctl is-system-running')).stdout),
  )
  return {
    inside,
    /** Runs curl in the network of the system. */
    curl: async (...words: string[]) => run([...enter('--net'), 'curl', '--silent', ...words]),
    [Symbol.asyncDispose]: async () => {
      // For systemd as the first process: halt at once.
      nspawn.kill('SIGTERM')
      nspawn.kill('SIGTERM')
      await nspawn.exited
    },
  }
}
