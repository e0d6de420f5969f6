import { z } from 'zod'
import { fileSystems, type MachineFileSystem } from './live-changes/file-systems.ts'
import { atMost, seconds, skipped, type Row } from './report.ts'
import { missingForMachine, runMachine } from './virtual-machine/machine.ts'
import { together } from './virtual-machine/servers.ts'

const staleness = z.object({ name: z.string(), work: z.string(), seconds: z.number() })
const outcome = z.object({ name: z.string(), problems: z.array(z.string()) })

const count = (value: number) => String(value)

/**
 * When the service shows what other programs do on file systems of a Debian kernel, and what it
 * answers there. The time is that of the last request that was answered as if before the change.
 */
export async function liveChanges(): Promise<Row[]> {
  const [rows, usable] = await sortOut()
  if (usable.length === 0) return rows
  const names = usable.map(({ name }) => `'${name}'`).join(' ')
  const console = await runMachine({
    ...together(usable.map(needsOf)),
    memory: 4096,
    timeout: 1800,
    script: `bun /app/test/bench/live-changes/in-machine.ts ${names}`,
  })
  const found = [...console.matchAll(/^found (.*)$/gm)].map(([, text = '']) => JSON.parse(text))
  for (const fileSystem of usable) rows.push(...rowsOf(fileSystem, found, console))
  return rows
}

const needsOf = ({ modules = [], programs = [], files = [] }: MachineFileSystem) => ({
  modules,
  programs,
  files,
})

/** Finds the file systems that can be mounted, and makes rows of those that can't. */
async function sortOut(): Promise<[Row[], MachineFileSystem[]]> {
  const rows: Row[] = []
  const usable: MachineFileSystem[] = []
  for (const fileSystem of fileSystems) {
    const missing = await missingForMachine(needsOf(fileSystem))
    if (missing === undefined) usable.push(fileSystem)
    else rows.push(skipped(`changes on ${fileSystem.name}`, '', `${missing} is missing`))
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
