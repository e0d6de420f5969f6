import { z } from 'zod'
import { fileSystems, type MachineFileSystem } from './live-changes/file-systems.ts'
import { atMost, count, seconds, skipped, type Row } from './report.ts'
import { chooseKind } from './virtual-machine/machine-kinds.ts'
import { missingForMachine, runMachine } from './virtual-machine/machine.ts'
import { together } from './virtual-machine/servers.ts'

const staleness = z.object({ name: z.string(), work: z.string(), seconds: z.number() })
const outcome = z.object({ name: z.string(), problems: z.array(z.string()) })

/**
 * When the service shows what other programs do on file systems of a Debian kernel, and what it
 * answers there. The time is that of the last request that was answered as if before the change.
 */
export async function liveChanges(): Promise<Row[]> {
  const [rows, usable] = await sortOut()
  for (const each of usable.values()) rows.push(...(await measure(each)))
  return rows
}

async function measure(usable: readonly MachineFileSystem[]): Promise<Row[]> {
  const names = usable.map(({ name }) => `'${name}'`).join(' ')
  const console = await runMachine({
    ...together(usable.map(needsOf)),
    memory: 4096,
    timeout: 1800,
    script: `bun /app/test/bench/live-changes/in-machine.ts ${names}`,
  })
  const found = [...console.matchAll(/^found (.*)$/gm)].map(([, text = '']) => JSON.parse(text))
  return usable.flatMap((fileSystem) => rowsOf(fileSystem, found, console))
}

const needsOf = ({ modules = [], programs = [], files = [] }: MachineFileSystem) => ({
  modules,
  programs,
  files,
})

/**
 * Finds the file systems that can be mounted, by the kernel that has them, and makes rows of those
 * that can't.
 */
async function sortOut(): Promise<[Row[], Map<string, MachineFileSystem[]>]> {
  const rows: Row[] = []
  const usable = new Map<string, MachineFileSystem[]>()
  for (const fileSystem of fileSystems) {
    const missing = await missingForMachine(needsOf(fileSystem))
    const kind = await chooseKind({ modules: fileSystem.modules ?? [], hasDisks: false })
    if (missing === undefined && kind !== undefined) {
      const { image } = kind.kernel
      usable.set(image, [...(usable.get(image) ?? []), fileSystem])
    } else rows.push(skipped(`changes on ${fileSystem.name}`, `${missing} is missing`))
  }
  return [rows, usable]
}

function rowsOf({ name, isRemote = false }: MachineFileSystem, found: unknown[], log: string) {
  const ofThis = <T extends { name: string }>(schema: z.ZodType<T>) =>
    found.flatMap((each) => schema.safeParse(each).data ?? []).filter((each) => each.name === name)
  const times = ofThis(staleness).toSorted((one, other) => other.seconds - one.seconds)
  const problems = ofThis(outcome).flatMap((each) => each.problems)
  const [slowest] = times
  if (slowest === undefined || problems.length > 0) console.error(log)
  return [
    atMost(
      `${name}: the slowest of ${times.length} changes by another program is shown after`,
      slowest?.seconds ?? Number.POSITIVE_INFINITY,
      isRemote ? 5 : 2,
      seconds,
      ` (${slowest?.work})`,
    ),
    atMost(`${name}: wrong answers to an admin`, problems.length, 0, count),
  ]
}
