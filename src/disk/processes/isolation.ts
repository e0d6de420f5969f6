import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'

/** What a program may take. */
export interface ProgramLimits {
  /** Bytes of memory, without what threads reserve. */
  memory: number
  /** Milliseconds until it is killed. */
  time: number
  /** Bytes of each file that it writes. */
  output: number
}

/** Bytes of the stack of each thread. The usual 8 MB would count against the limit of memory. */
const stackLength = 2 * 1024 ** 2

/** Bytes that threads reserve and hardly touch, which count against the limit as well. */
const threadReserve = 64 * 1024 ** 2

/**
 * Gives the commands that take the network away from a program and kill it with the service, and
 * that keep it to one processor, as far as the system allows. Entering a user namespace clears the
 * signal, so it is set after that.
 */
export async function findIsolation(): Promise<{ isolate: string[]; pin: string[] }> {
  const [offline = [], mortal = [], pin = []] = await Promise.all(
    [
      ['unshare', '--map-root-user', '--net', '--'],
      ['setpriv', '--pdeathsig', 'KILL', '--'],
      ['taskset', '--cpu-list', await findProcessor()],
    ].map(async (command) => ((await canRun([...command, 'true'])) ? command : [])),
  )
  return { isolate: [...offline, ...mortal], pin }
}

/** Finds the last of the processors that the service may run on (proc(5)). */
async function findProcessor(): Promise<string> {
  const status = await readFile('/proc/self/status', 'utf8').catch(() => '')
  return /^Cpus_allowed_list:(?:.*\D)?(\d+)$/m.exec(status)?.[1] ?? '0'
}

/** Gives the command that limits a program, where the system has it (prlimit(1)). */
export function limiter({ memory, time, output }: ProgramLimits): string[] {
  if (Bun.which('prlimit') === null) return []
  const processors = availableParallelism()
  return [
    'prlimit',
    `--data=${Math.ceil(memory + threadReserve)}`,
    `--stack=${stackLength}`,
    `--fsize=${output}`,
    // The time of all threads together.
    `--cpu=${Math.ceil((time / 1000) * processors)}`,
    '--core=0',
    '--',
  ]
}

async function canRun(command: string[]): Promise<boolean> {
  if (Bun.which(command[0] ?? '') === null) return false
  const child = Bun.spawn(command, { stdio: ['ignore', 'ignore', 'ignore'] })
  return (await child.exited) === 0
}
