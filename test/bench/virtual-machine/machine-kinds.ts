import { existsSync, readFileSync } from 'node:fs'
import { once } from '../../../src/lib/once.ts'
import { filesOfModule, findKernel, findUserModeKernel, type Kernel } from './kernel.ts'

/** What a machine is started with. */
export interface Hardware {
  /** The archive of its first files. */
  initialFiles: string
  /** In MiB. */
  memory: number
  /** Sockets of NBD servers, which are `/dev/vda`, `/dev/vdb` and so on. */
  disks: readonly string[]
}

export interface MachineKind {
  kernel: Kernel
  /** The command whose output is the console. It ends with the machine. */
  command: (hardware: Hardware) => string[]
}

interface Wanted {
  modules: readonly string[]
  hasDisks: boolean
}

/**
 * Chooses how to run a machine: by KVM, at the processor's full speed; as a program that lets its
 * own programs run at full speed, with slow system calls; or by emulating the processor.
 * @returns `undefined` where there is none, or no kernel has all modules.
 */
export async function chooseKind({ modules, hasDisks }: Wanted): Promise<MachineKind | undefined> {
  if (!(await hasWorkingKvm()) && !hasDisks && (await worksInUserMode())) {
    const kernel = await findUserModeKernel()
    if (kernel !== undefined && (await hasModules(kernel, modules))) return userMode(kernel)
  }
  const kernel = await findKernel()
  if (kernel === undefined || Bun.which(emulator) === null) return undefined
  if (!(await hasModules(kernel, modules))) return undefined
  return emulated(kernel, (await hasWorkingKvm()) ? 'kvm' : 'tcg,thread=multi')
}

async function hasModules(kernel: Kernel, names: readonly string[]): Promise<boolean> {
  const files = await Promise.all(names.map((name) => filesOfModule(kernel, name)))
  return !files.includes(undefined)
}

const emulator = 'qemu-system-x86_64'

const emulated = (kernel: Kernel, accelerator: string): MachineKind => ({
  kernel,
  command: ({ initialFiles, memory, disks }) => [
    emulator,
    ...`-accel ${accelerator} -cpu max -smp 2 -m ${memory}`.split(' '),
    ...surroundings(kernel.image),
    '-initrd',
    initialFiles,
    ...disks.flatMap((socket) => [
      '-drive',
      `driver=nbd,server.type=unix,server.path=${socket},if=virtio,cache.direct=on`,
    ]),
  ],
})

const surroundings = (kernel: string): string[] => [
  ...'-nographic -no-reboot -nic none'.split(' '),
  '-kernel',
  kernel,
  '-append',
  'console=ttyS0 quiet panic=-1',
]

const toOutput = 'con=null con0=null,fd:1 quiet'.split(' ')

const userMode = (kernel: Kernel): MachineKind => ({
  kernel,
  command: ({ initialFiles, memory }) => [
    // Switches from its programs to the kernel several times faster on one processor.
    'taskset',
    '--cpu-list',
    lastProcessor(),
    kernel.image,
    `mem=${memory}M`,
    `initrd=${initialFiles}`,
    'seccomp=auto',
    ...toOutput,
  ],
})

/** The last processor that this process may use (proc(5), `status`). */
const lastProcessor = () =>
  /^Cpus_allowed_list:.*?(\d+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '0'

/**
 * Whether a machine runs on the processor itself: it takes a moment then until the kernel finds
 * nothing to start. There are systems that have KVM but can't run every kernel with it.
 */
const hasWorkingKvm = once(async (): Promise<boolean> => {
  const kernel = await findKernel()
  if (kernel === undefined || !existsSync('/dev/kvm')) return false
  const command = [emulator, ...'-accel kvm -cpu max -m 512'.split(' ')]
  return prints('Kernel panic', [...command, ...surroundings(kernel.image)])
})

/**
 * Whether the kernel that is a program can run others: with the files of this system and `true` as
 * its only process, it complains when that ends. Old ones can't on every processor.
 */
const worksInUserMode = once(async (): Promise<boolean> => {
  const kernel = await findUserModeKernel()
  if (kernel === undefined || Bun.which('taskset') === null) return false
  const files = 'rootfstype=hostfs root=/dev/root ro init=/bin/true'.split(' ')
  return prints('exitcode=0x00000000', [kernel.image, 'mem=256M', ...files, ...toOutput])
})

async function prints(text: string, command: string[]): Promise<boolean> {
  if (Bun.which(command[0] ?? '') === null) return false
  const trial = Bun.spawn(command, {
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'ignore',
    timeout: 10_000,
  })
  return (await new Response(trial.stdout).text()).includes(text)
}
