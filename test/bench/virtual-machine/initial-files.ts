import { $ } from 'bun'
import { existsSync } from 'node:fs'
import { chmod, copyFile, cp, mkdir, symlink, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { filesOfModule, type Kernel } from './kernel.ts'

const project = resolve(import.meta.dir, '../../..')

/** What a machine holds beside Bun, BusyBox and the project. */
export interface MachineContents {
  /** Run by `sh` once the drivers are loaded. After it the machine is switched off. */
  script: string
  /** Drivers and file systems of the kernel. */
  modules?: readonly string[]
  /** Copied with the libraries that they are linked with, to where they are here. */
  programs?: readonly string[]
  /** Other files and folders that programs need, such as plug-ins. */
  files?: readonly string[]
}

/** Those of the disks that QEMU gives a machine. */
const machineModules = ['virtio_pci', 'virtio_blk'] as const

/**
 * Makes the initial file system of a machine. The project is at `/app`.
 * @param folder empty; holds the files until the machine has started.
 * @returns the path of the archive.
 */
export async function makeInitialFiles(
  folder: string,
  kernel: Kernel,
  contents: MachineContents,
): Promise<string> {
  const { script, programs = [], files = [] } = contents
  const root = join(folder, 'root')
  await makeFolders(root)
  await copyProgram(root, Bun.which('busybox') ?? '', '/bin/busybox')
  await copyProgram(root, process.execPath, '/bin/bun')
  for (const name of programs) {
    const path = Bun.which(name)
    if (path !== null) await copyProgram(root, path, path)
  }
  for (const path of files) await cp(path, join(root, path), { recursive: true, dereference: true })
  await copyProject(join(root, 'app'))
  const drivers = await copyModules(root, kernel, [...machineModules, ...(contents.modules ?? [])])
  const init = [
    '#!/bin/busybox sh',
    '/bin/busybox --install -s /bin 2>/dev/null',
    'export PATH=/usr/local/bin:/usr/sbin:/usr/bin HOME=/tmp',
    'mount -t proc proc /proc; mount -t sysfs sys /sys; mount -t devtmpfs dev /dev',
    'mount -t tmpfs tmp /tmp; mount -t tmpfs run /run; ifconfig lo 127.0.0.1 up',
    ...drivers.map((path) => `insmod ${path} 2>/dev/null`),
    script,
    'poweroff -f',
  ].join('\n')
  await writeFile(join(root, 'init'), `${init}\n`)
  await chmod(join(root, 'init'), 0o755)
  const archive = join(folder, 'initial.cpio')
  await $`find . | cpio --quiet -o -H newc > ${archive}`.cwd(root).quiet()
  return archive
}

/** Debian's folders: those of `/usr` are known by short names, too. */
async function makeFolders(root: string): Promise<void> {
  const folders = ['dev', 'proc', 'sys', 'tmp', 'run', 'mnt', 'app', 'modules', 'var', 'etc']
  for (const path of folders) await mkdir(join(root, path), { recursive: true })
  for (const name of ['bin', 'sbin', 'lib', 'lib64']) {
    await mkdir(join(root, 'usr', name), { recursive: true })
    await symlink(`usr/${name}`, join(root, name))
  }
  await symlink('../run', join(root, 'var/run'))
  await writeFile(
    join(root, 'etc/passwd'),
    'root:x:0:0::/tmp:/bin/sh\nnobody:x:65534:65534::/:/bin/false\n',
  )
  await writeFile(join(root, 'etc/group'), 'root:x:0:\nnogroup:x:65534:\n')
}

async function copyProgram(root: string, program: string, to: string): Promise<void> {
  await copyTo(root, program, to)
  await chmod(join(root, to), 0o755)
  const libraries = await $`ldd ${program}`.nothrow().quiet().text()
  for (const [path] of libraries.matchAll(/\/\S+/g)) await copyTo(root, path, path)
}

async function copyTo(root: string, from: string, to: string): Promise<void> {
  await mkdir(dirname(join(root, to)), { recursive: true })
  await copyFile(from, join(root, to))
}

async function copyProject(to: string): Promise<void> {
  for (const path of ['src', 'test', 'package.json', 'tsconfig.json']) {
    await cp(join(project, path), join(to, path), { recursive: true })
  }
  const { dependencies, devDependencies } = await packagesOf(project)
  const needed = [...Object.keys(dependencies), ...Object.keys(devDependencies)]
  // Bun itself is there, and nobody checks code in a machine.
  const unneeded = ['bun', '@types/bun', '@redocly/cli', 'oxlint']
  for (const name of needed) if (!unneeded.includes(name)) await copyPackage(name, to)
}

/** Copies a package, and those that it needs in turn. */
async function copyPackage(name: string, project: string): Promise<void> {
  const to = join(project, 'node_modules', name)
  if (existsSync(to)) return
  const from = join(import.meta.dir, '../../../node_modules', name)
  await cp(from, to, { recursive: true, dereference: true })
  const { dependencies } = await packagesOf(from)
  for (const each of Object.keys(dependencies)) await copyPackage(each, project)
}

interface Packages {
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
}

async function packagesOf(folder: string): Promise<Packages> {
  const read: Partial<Packages> = await Bun.file(join(folder, 'package.json')).json()
  return { dependencies: {}, devDependencies: {}, ...read }
}

/** @returns the paths of the modules in the machine, in the order in which they are loaded. */
async function copyModules(
  root: string,
  kernel: Kernel,
  names: readonly string[],
): Promise<string[]> {
  const loaded = new Set<string>()
  for (const name of names) {
    for (const path of (await filesOfModule(kernel, name)) ?? []) {
      const to = `/modules/${basename(path)}`
      await copyTo(root, path, to)
      loaded.add(to)
    }
  }
  return [...loaded]
}
