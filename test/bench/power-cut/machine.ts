import { $ } from 'bun'
import { existsSync } from 'node:fs'
import { chmod, copyFile, cp, mkdir, readdir, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'

const project = resolve(import.meta.dir, '../../..')
const programs = ['qemu-system-x86_64', 'busybox', 'cpio', 'modprobe', 'ldd'] as const
const modules = ['virtio_pci', 'virtio_blk', 'vfat', 'exfat', 'nls_cp437', 'nls_ascii'] as const

/** Finds the newest kernel that is installed, with its modules. */
async function findKernel(): Promise<{ image: string; version: string } | undefined> {
  const names = await readdir('/boot').catch((): string[] => [])
  const versions = names.flatMap((name) => /^vmlinuz-(.+)$/.exec(name)?.[1] ?? []).toSorted()
  const version = versions.findLast((each) => existsSync(`/lib/modules/${each}`))
  return version === undefined ? undefined : { image: `/boot/vmlinuz-${version}`, version }
}

/** Says what is missing for a virtual machine, if anything is. */
export async function missingForMachine(): Promise<string | undefined> {
  const missing = programs.find((program) => Bun.which(program) === null)
  if (missing !== undefined) return missing
  return (await findKernel()) === undefined ? 'a kernel in /boot with its modules' : undefined
}

/**
 * Makes the initial file system of a machine: Bun, the project and the drivers.
 * @param script run by `sh` once the drivers are there; then the machine is switched off.
 */
export async function makeInitialFiles(folder: string, script: string): Promise<string> {
  const kernel = await findKernel()
  if (kernel === undefined) throw new Error('There is no kernel.')
  const at = (path: string) => join(folder, 'root', path)
  for (const path of ['bin', 'dev', 'proc', 'sys', 'tmp', 'mnt', 'app', 'modules']) {
    await mkdir(at(path), { recursive: true })
  }
  await copyWithLibraries(Bun.which('busybox') ?? '', at, 'bin/busybox')
  await copyWithLibraries(process.execPath, at, 'bin/bun')
  for (const path of ['src', 'test', 'package.json', 'tsconfig.json']) {
    await cp(join(project, path), at(`app/${path}`), { recursive: true })
  }
  const { dependencies }: { dependencies: Record<string, string> } = await Bun.file(
    join(project, 'package.json'),
  ).json()
  for (const name of Object.keys(dependencies)) await copyPackage(name, at)
  const loads: string[] = []
  for (const name of modules) {
    const shown = await $`modprobe --set-version ${kernel.version} --show-depends ${name}`
      .nothrow()
      .quiet()
      .text()
    for (const [, path = ''] of shown.matchAll(/^insmod (\S+)/gm)) {
      await copyFile(path, at(`modules/${basename(path)}`))
      loads.push(`insmod /modules/${basename(path)} 2>/dev/null`)
    }
  }
  const init = [
    '#!/bin/busybox sh',
    '/bin/busybox --install -s /bin',
    'export PATH=/bin HOME=/tmp',
    'mount -t proc proc /proc; mount -t sysfs sys /sys; mount -t devtmpfs dev /dev',
    'mount -t tmpfs tmp /tmp; ifconfig lo up',
    ...new Set(loads),
    script,
    'poweroff -f',
  ].join('\n')
  await writeFile(at('init'), `${init}\n`)
  await chmod(at('init'), 0o755)
  const archive = join(folder, 'initial.cpio')
  await $`find . | cpio --quiet -o -H newc > ${archive}`.cwd(join(folder, 'root')).quiet()
  return archive
}

/** Runs a machine to its end. @param disks sockets of NBD servers. */
export async function runMachine(initialFiles: string, disks: readonly string[]): Promise<string> {
  const kernel = await findKernel()
  const drives = disks.flatMap((socket) => [
    '-drive',
    `driver=nbd,server.type=unix,server.path=${socket},if=virtio,cache.direct=on`,
  ])
  const processor = '-accel tcg,thread=multi -cpu max -smp 2 -m 2048'
  const surroundings = '-nographic -no-reboot -nic none'
  const command = [
    'qemu-system-x86_64',
    ...`${processor} ${surroundings}`.split(' '),
    '-kernel',
    kernel?.image ?? '',
    '-initrd',
    initialFiles,
    '-append',
    'console=ttyS0 quiet panic=-1',
    ...drives,
  ]
  const machine = Bun.spawn(command, { stdin: 'ignore', stdout: 'pipe', stderr: 'inherit' })
  const said = await new Response(machine.stdout).text()
  await machine.exited
  return said
}

async function copyWithLibraries(program: string, at: (path: string) => string, name: string) {
  await copyFile(program, at(name))
  await chmod(at(name), 0o755)
  const libraries = await $`ldd ${program}`.nothrow().quiet().text()
  for (const [path] of libraries.matchAll(/\/\S+/g)) {
    await mkdir(dirname(at(path)), { recursive: true })
    await copyFile(path, at(path))
  }
}

/** Copies a package, and those that it needs in turn. */
async function copyPackage(name: string, at: (path: string) => string): Promise<void> {
  const from = join(project, 'node_modules', name)
  const to = at(`app/node_modules/${name}`)
  if (existsSync(to)) return
  await cp(from, to, { recursive: true, dereference: true })
  const { dependencies = {} }: { dependencies?: Record<string, string> } = await Bun.file(
    join(from, 'package.json'),
  ).json()
  for (const each of Object.keys(dependencies)) await copyPackage(each, at)
}
