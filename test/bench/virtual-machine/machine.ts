/**
 * Runs scripts in a virtual machine with a kernel of Debian's, so that the service can be tried on
 * file systems which this system's own kernel does not have, or which nobody should mount here.
 */
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from '../../../src/lib/once.ts'
import { makeInitialFiles, type MachineContents } from './initial-files.ts'
import { filesOfModule, findKernel } from './kernel.ts'

const programs = ['qemu-system-x86_64', 'busybox', 'cpio', 'modprobe', 'ldd'] as const

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

/** Says what is missing for a virtual machine with these contents, if anything is. */
export async function missingForMachine(
  contents: Omit<MachineContents, 'script'> = {},
): Promise<string | undefined> {
  const needed = [...programs, ...(contents.programs ?? [])]
  const missing = needed.find((program) => Bun.which(program) === null)
  if (missing !== undefined) return missing
  const kernel = await findKernel()
  if (kernel === undefined) return 'a kernel in /boot with its modules'
  for (const name of contents.modules ?? []) {
    if ((await filesOfModule(kernel, name)) === undefined) return `the kernel's module ${name}`
  }
  return undefined
}

/**
 * Whether a machine runs on the processor itself: it takes a moment then until the kernel finds
 * nothing to start. There are systems that have KVM but can't run every kernel with it.
 */
const hasWorkingKvm = once(async (): Promise<boolean> => {
  const kernel = await findKernel()
  if (kernel === undefined || !existsSync('/dev/kvm')) return false
  const command = ['qemu-system-x86_64', ...'-accel kvm -cpu max -m 512'.split(' ')]
  const trial = Bun.spawn([...command, ...surroundings(kernel.image)], {
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'ignore',
    timeout: 10_000,
  })
  const text = await new Response(trial.stdout).text()
  return text.includes('Kernel panic')
})

const surroundings = (kernel: string): string[] => [
  ...'-nographic -no-reboot -nic none'.split(' '),
  '-kernel',
  kernel,
  '-append',
  'console=ttyS0 quiet panic=-1',
]

/**
 * Runs a machine to its end, by KVM where that works.
 * @returns what was written to its console.
 */
export async function runMachine(options: MachineOptions): Promise<string> {
  const { disks = [], memory = 2048, timeout = 3600, onOutput = () => undefined } = options
  const kernel = await findKernel()
  if (kernel === undefined) throw new Error('There is no kernel.')
  const accelerator = (await hasWorkingKvm()) ? 'kvm' : 'tcg,thread=multi'
  const folder = await mkdtemp(join(tmpdir(), 'photo-frame-machine-'))
  try {
    const command = [
      'qemu-system-x86_64',
      ...`-accel ${accelerator} -cpu max -smp 2 -m ${memory}`.split(' '),
      ...surroundings(kernel.image),
      '-initrd',
      await makeInitialFiles(folder, options),
      ...disks.flatMap((socket) => [
        '-drive',
        `driver=nbd,server.type=unix,server.path=${socket},if=virtio,cache.direct=on`,
      ]),
    ]
    const machine = Bun.spawn(command, {
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
    const screen = text.slice(text.lastIndexOf(clearScreen) + clearScreen.length)
    return screen.replaceAll(/\r+\n/g, '\n').trim()
  } finally {
    await rm(folder, { recursive: true })
  }
}
