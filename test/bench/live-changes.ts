import { z } from 'zod'
import { fileSystems, type MachineFileSystem } from './live-changes/file-systems.ts'
import { atMost, seconds, skipped, type Row } from './report.ts'
import { missingForMachine, runMachine } from './virtual-machine/machine.ts'

const finding = z.object({ name: z.string(), work: z.string(), seconds: z.number() })

/**
 * When the service shows what other programs do on file systems of a Debian kernel. The time is that
 * of the last request that was answered as if before the change.
 */
export async function liveChanges(): Promise<Row[]> {
  const missing = await Promise.all(fileSystems.map(missingForMachine))
  const usable = fileSystems.filter((_, index) => missing[index] === undefined)
  const names = usable.map(({ name }) => `'${name}'`).join(' ')
  const log = await runMachine({
    modules: usable.flatMap(({ modules = [] }) => modules),
    programs: usable.flatMap(({ programs = [] }) => programs),
    files: usable.flatMap(({ files = [] }) => files),
    memory: 4096,
    timeout: 1800,
    script: `bun /app/test/bench/live-changes/in-machine.ts ${names}`,
  })
  return fileSystems.map((fileSystem, index) => {
    const lacking = missing[index]
    if (lacking === undefined) return rowOf(fileSystem, log)
    return skipped(`changes on ${fileSystem.name}`, `${lacking} is missing`)
  })
}

function rowOf({ name, isRemote = false }: MachineFileSystem, log: string): Row {
  const found = [...log.matchAll(/^found (.*)$/gm)].flatMap(([, text = '']) => {
    const { data } = finding.safeParse(JSON.parse(text))
    return data?.name === name ? [data] : []
  })
  const [slowest] = found.toSorted((one, other) => other.seconds - one.seconds)
  if (slowest === undefined) console.error(log)
  const work = `${name}: the slowest of ${found.length} changes by another program is shown after`
  const took = slowest?.seconds ?? Infinity
  return atMost(work, took, isRemote ? 5 : 2, seconds, ` (${slowest?.work})`)
}
