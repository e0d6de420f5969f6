/**
 * Runs in the virtual machine: starts the service on each of the named file systems and prints what
 * it measured, one finding a line.
 */
import { $ } from 'bun'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Queue } from '../../../src/lib/waiting/queue.ts'
import { startService } from '../processes.ts'
import { fileSystems, type MachineFileSystem } from './file-systems.ts'
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
const atOnce = new Queue<void>({ concurrency: 3 })
const running: Promise<void>[] = []
for (const fileSystem of fileSystems.filter(({ name }) => names.includes(name))) {
  // One after the other, as they share what serves them.
  const mounted = await mount(fileSystem).catch(console.log)
  if (mounted !== undefined)
    running.push(atOnce.run(Symbol(), {}, () => measure(fileSystem.name, mounted)))
}
await Promise.all(running)

async function measure(name: string, { path, behind }: Mounted): Promise<void> {
  await using service = await startService(path)
  for (const each of await measureStaleness(service, behind)) {
    console.log(`found ${JSON.stringify({ name, ...each })}`)
  }
}
