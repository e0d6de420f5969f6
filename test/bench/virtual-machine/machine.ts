/**
 * Runs scripts in a virtual machine with a kernel of Debian's, so that the service can be tried on
 * file systems which this system's own kernel does not have, or which nobody should mount here.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from '../../../src/lib/once.ts'
import { makeInitialFiles, type MachineContents } from './initial-files.ts'
import { filesOfModule, findKernel } from './kernel.ts'

const emulator = 'qemu-system-x86_64'

interface MachineOptions extends MachineContents {
  /** Sockets of NBD servers, which are `/dev/vda`, `/dev/vdb` and so on. */
  disks?: readonly string[]
  /** In MiB. The files of the machine take some 300. */
  memory?: number
  /** In seconds, after which the machine is ended. */
  timeout?: number
}

/** The rest of a command that starts a machine without graphics and network. */
const plain = (kernel: string) => [
  ...'-cpu max -nographic -no-reboot -nic none -append'.split(' '),
  // An emulated processor may be too slow for that check.
  'console=ttyS0 quiet panic=-1 no_timer_check',
  '-kernel',
  kernel,
]

/**
 * Whether a machine runs on the processor itself: it takes a moment then until the kernel finds
 * nothing to start. There are systems that have KVM but can't run every kernel with it.
 */
const hasWorkingKvm = once(async (): Promise<boolean> => {
  const kernel = (await findKernel())?.image ?? ''
  const trial = Bun.spawn([emulator, ...'-accel kvm -m 512'.split(' '), ...plain(kernel)], {
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: 10_000,
  })
  return (await trial.stdout.text()).includes('Kernel panic')
})

const clearScreen = '\u001B[2J'

/** Says what is missing for a virtual machine with these contents, if anything is. */
export async function missingForMachine({
  modules = [],
  programs = [],
}: Omit<MachineContents, 'script'>): Promise<string | undefined> {
  const needed = [emulator, 'busybox', 'cpio', 'ldd', ...programs]
  const missing = needed.find((program) => Bun.which(program) === null)
  if (missing !== undefined) return missing
  const kernel = await findKernel()
  if (kernel === undefined) return 'a kernel in /boot'
  for (const name of modules) {
    if ((await filesOfModule(kernel, name)) === undefined) return `the kernel's module ${name}`
  }
  return undefined
}

/**
 * Runs a machine to its end: by KVM where there is one, or by emulating the processor.
 * @returns what was written to its console.
 */
export async function runMachine(options: MachineOptions): Promise<string> {
  const { disks = [], memory = 2048, timeout = 3600 } = options
  const kernel = await findKernel()
  if (kernel === undefined) throw new Error('There is no kernel.')
  const folder = await mkdtemp(join(tmpdir(), 'photo-frame-machine-'))
  try {
    const initialFiles = await makeInitialFiles(folder, kernel, options)
    const accelerator = (await hasWorkingKvm()) ? 'kvm' : 'tcg,thread=multi'
    const command = [
      emulator,
      ...`-accel ${accelerator} -smp 2 -m ${memory} -initrd ${initialFiles}`.split(' '),
      ...plain(kernel.image),
      ...disks.flatMap((socket) => [
        '-drive',
        `driver=nbd,server.type=unix,server.path=${socket},if=virtio,cache.direct=on`,
      ]),
    ]
    const machine = Bun.spawn(command, {
      stdio: ['ignore', 'pipe', 'inherit'],
      timeout: timeout * 1000,
    })
    const text = await machine.stdout.text()
    await machine.exited
    // What the firmware wrote is cleared from the screen, and lines end as on a terminal.
    return (text.split(clearScreen).at(-1) ?? '').replaceAll(/\r+\n/g, '\n').trim()
  } finally {
    await rm(folder, { recursive: true })
  }
}
