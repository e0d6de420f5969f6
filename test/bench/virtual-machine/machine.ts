/**
 * Runs scripts in a virtual machine with a kernel of Debian's, so that the service can be tried on
 * file systems which this system's own kernel does not have, or which nobody should mount here.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeInitialFiles, type MachineContents } from './initial-files.ts'
import { chooseKind } from './machine-kinds.ts'

const programs = ['busybox', 'cpio', 'ldd'] as const

interface MachineOptions extends MachineContents {
  /** Sockets of NBD servers, which are `/dev/vda`, `/dev/vdb` and so on. */
  disks?: readonly string[]
  /** In MiB. The files of the machine take some 300. */
  memory?: number
  /** In seconds, after which the machine is ended. */
  timeout?: number
  /** Receives what is written to the console meanwhile. */
  onOutput?: (text: string) => void
}

const clearScreen = '\u001B[2J'

/**
 * Says what is missing for a virtual machine with these contents, if anything is.
 * @param hasDisks whether it is to have disks.
 */
export async function missingForMachine(
  { modules = [], programs: others = [] }: Omit<MachineContents, 'script'> = {},
  hasDisks = false,
): Promise<string | undefined> {
  const missing = [...programs, ...others].find((program) => Bun.which(program) === null)
  if (missing !== undefined) return missing
  if ((await chooseKind({ modules, hasDisks })) !== undefined) return undefined
  const names = modules.length === 0 ? '' : ` with ${modules.join(', ')}`
  return `user-mode-linux, or QEMU and a kernel in /boot,${names}`
}

/**
 * Runs a machine to its end.
 * @returns what was written to its console.
 */
export async function runMachine(options: MachineOptions): Promise<string> {
  const { disks = [], memory = 2048, timeout = 3600, onOutput = () => undefined } = options
  const kind = await chooseKind({ modules: options.modules ?? [], hasDisks: disks.length > 0 })
  if (kind === undefined) throw new Error('There is no virtual machine.')
  const folder = await mkdtemp(join(tmpdir(), 'photo-frame-machine-'))
  try {
    const initialFiles = await makeInitialFiles(folder, kind.kernel, options)
    const machine = Bun.spawn(kind.command({ initialFiles, memory, disks }), {
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'inherit',
      timeout: timeout * 1000,
    })
    const decoder = new TextDecoder()
    let text = ''
    for await (const chunk of machine.stdout) {
      const some = decoder.decode(chunk, { stream: true })
      onOutput(some)
      text += some
    }
    await machine.exited
    // What the firmware wrote is cleared from the screen, and lines end as on a terminal.
    return (text.split(clearScreen).at(-1) ?? '').replaceAll(/\r+\n/g, '\n').trim()
  } finally {
    await rm(folder, { recursive: true })
  }
}
