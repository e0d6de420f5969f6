import { availableParallelism } from 'node:os'

/** What a program may take. */
export interface ProgramLimits {
  /** Bytes of memory. */
  memory: number
  /** Milliseconds until it is killed. */
  time: number
  /** Bytes of each file that it writes. */
  output: number
}

/** Bytes of the stack of each thread. The usual 8 MB would count against the limit of memory. */
const stackLength = 2 * 1024 ** 2

/**
 * Gives the command that takes the network away from a program and kills it with the service, as
 * far as the system allows. Entering a user namespace clears the signal, so it is set after that.
 */
export async function findIsolation(): Promise<string[]> {
  const offline = ['unshare', '--map-root-user', '--net', '--']
  const mortal = ['setpriv', '--pdeathsig', 'KILL', '--']
  const usable = await Promise.all([offline, mortal].map((command) => canRun([...command, 'true'])))
  return [offline, mortal].filter((_, index) => usable[index] === true).flat()
}

/** Gives the command that limits a program, where the system has it (prlimit(1)). */
export function limiter({ memory, time, output }: ProgramLimits): string[] {
  if (Bun.which('prlimit') === null) return []
  const processors = availableParallelism()
  return [
    'prlimit',
    `--data=${Math.ceil(memory + processors * stackLength)}`,
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
