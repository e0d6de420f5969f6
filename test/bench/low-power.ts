import { existsSync } from 'node:fs'
import { mkdir, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { skipped, type Row } from './report.ts'

const memoryBytes = 256 * 1024 ** 2
/** Of every 100 ms, in microseconds: a quarter of one core. */
const [quota, period] = [25_000, 100_000]
const root = '/sys/fs/cgroup'

/** Moves its own process into the groups named before `--`, then becomes the command behind it. */
const enter = 'while [ "$1" != -- ]; do echo $$ > "$1" || exit 125; shift; done; shift; exec "$@"'

export interface LowPower {
  /** The command that runs another one with little power. It keeps its process id. */
  wrap: (command: readonly string[]) => string[]
}

/**
 * Measures on a stand-in for a small board: 256 MB of memory, page cache included, and a quarter of
 * one core, by control groups (cgroups(7), version 1 or 2). Everything that is started has to end in it.
 * @returns one row that says so where there are no such groups or not for us.
 */
export async function onLowPower(name: string, measure: (power: LowPower) => Promise<Row[]>) {
  const groups = await makeGroups(`photo-frame-bench-${process.pid}`)
  if (groups === undefined) return [skipped(name, 'no control groups')]
  const doors = groups.map(({ path, door }) => join(path, door))
  try {
    return await measure({
      wrap: (command) => ['sh', '-c', enter, 'sh', ...doors, '--', ...command],
    })
  } finally {
    for (const { path } of groups) await removeGroup(path)
  }
}

interface Group {
  path: string
  /** The file that takes the process ids. */
  door: string
  limits: Record<string, number | string>
}

async function makeGroups(name: string): Promise<Group[] | undefined> {
  const isFirstVersion = existsSync(join(root, 'memory')) && existsSync(join(root, 'cpu'))
  const groups = isFirstVersion ? firstVersion(name) : secondVersion(name)
  try {
    if (!isFirstVersion) await writeFile(join(root, 'cgroup.subtree_control'), '+memory +cpu')
    for (const { path, limits } of groups) {
      await mkdir(path)
      for (const [file, value] of Object.entries(limits)) {
        await writeFile(join(path, file), String(value))
      }
    }
    return groups
  } catch {
    for (const { path } of groups) await removeGroup(path)
    return undefined
  }
}

const firstVersion = (name: string): Group[] => [
  {
    path: join(root, 'memory', name),
    door: 'tasks',
    limits: { 'memory.limit_in_bytes': memoryBytes },
  },
  {
    path: join(root, 'cpu', name),
    door: 'tasks',
    limits: { 'cpu.cfs_period_us': period, 'cpu.cfs_quota_us': quota },
  },
]

const secondVersion = (name: string): Group[] => [
  {
    path: join(root, name),
    door: 'cgroup.procs',
    limits: { 'memory.max': memoryBytes, 'cpu.max': `${quota} ${period}` },
  },
]

/** A group can't go before the last of its processes has been laid to rest. */
async function removeGroup(path: string): Promise<void> {
  for (let attempt = 0; existsSync(path) && attempt < 50; attempt += 1) {
    await rmdir(path).catch(() => Bun.sleep(20))
  }
}
