/**
 * Runs in the virtual machine: starts the service on each of the named file systems and prints what
 * it measured, one finding a line.
 */
import { $ } from 'bun'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Limit } from '../../../src/lib/limit.ts'
import { startService } from '../processes.ts'
import { clientOf } from './client.ts'
import { fileSystems, type MachineFileSystem } from './file-systems.ts'
import { checkRequests } from './requests.ts'
import { measureStaleness } from './staleness.ts'

/** Where a file system is mounted, and where another program changes its files. */
interface Mounted {
  path: string
  behind: string
}

async function mount({ name, script, changed }: MachineFileSystem): Promise<Mounted> {
  const folder = join('/tmp', name.replaceAll(' ', '-'))
  const [path, behind] = [join(folder, 'mount'), join(folder, 'behind')]
  await mkdir(path, { recursive: true })
  await mkdir(behind)
  await $`sh -ec ${script}`.env({ ...process.env, mount: path, behind }).quiet()
  return { path, behind: changed === undefined ? path : join(behind, changed) }
}

const [, , ...names] = process.argv
const atOnce = new Limit(3)
const running: Promise<void>[] = []
for (const fileSystem of fileSystems.filter(({ name }) => names.includes(name))) {
  const { name } = fileSystem
  const say = (finding: object) => console.log(`found ${JSON.stringify({ name, ...finding })}`)
  const sayProblem = (error: unknown) => say({ problems: [String(error)] })
  const mounted = await mount(fileSystem).catch(sayProblem)
  if (mounted === undefined) continue
  running.push(atOnce.run(() => measure(mounted, say)).catch(sayProblem))
}
await Promise.all(running)

async function measure(mounted: Mounted, say: (finding: object) => void): Promise<void> {
  const { path, behind } = mounted
  await using service = await startService(path)
  const client = clientOf(service)
  for (const each of await measureStaleness(client, behind)) say(each)
  const problems = await checkRequests(client, path)
  say({ problems })
  if (problems.length > 0) console.log(service.stdout() + service.stderr())
}
