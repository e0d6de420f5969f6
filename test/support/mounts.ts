import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { lacks, type RequirementName } from './programs.ts'
import { temporaryFolder } from './temporary.ts'

export async function run(...command: string[]): Promise<void> {
  const child = Bun.spawn(command, { stdout: 'ignore', stderr: 'pipe' })
  if ((await child.exited) === 0) return
  throw new Error(`${command.join(' ')}: ${await new Response(child.stderr).text()}`)
}

export interface Mount {
  path: string
  /** Where another program changes the files: on the server, on one of several disks. */
  behind: string
  [Symbol.asyncDispose]: () => Promise<void>
}

interface MountableFileSystem {
  name: string
  needs: RequirementName
  /** Mounts it at `$mount`. `$behind` is an empty folder for what lies behind the mount. */
  script: string
  /** Where in `$behind` another program changes the files; at the mount itself unless told. */
  changed?: string
}

const onImage = (make: string, type: string) =>
  `truncate -s 16M $behind/image; ${make} $behind/image; mount -t ${type} -o loop $behind/image $mount`

const fileSystems: readonly MountableFileSystem[] = [
  { name: 'tmpfs', needs: 'mount', script: 'mount -t tmpfs none $mount' },
  {
    name: 'overlay',
    needs: 'mount',
    script: `
      mount -t tmpfs none $behind; mkdir $behind/lower $behind/upper $behind/work
      mount -t overlay -o lowerdir=$behind/lower,upperdir=$behind/upper,workdir=$behind/work none $mount`,
  },
  { name: 'FAT', needs: 'FAT', script: onImage('mkfs.vfat', 'vfat') },
  { name: 'exFAT by FUSE', needs: 'exFAT by FUSE', script: onImage('mkfs.exfat', 'exfat-fuse') },
  {
    name: 'sshfs',
    needs: 'sshfs',
    changed: 'files',
    // Unless told otherwise, sshfs itself shows what it read up to 20 s ago.
    script: `
      printf '#!/bin/sh\necho $$ >%s/pid\nexec /usr/lib/openssh/sftp-server\n' $behind >$behind/server
      chmod +x $behind/server; mkdir $behind/files
      sshfs -o ssh_command=$behind/server,dir_cache=no here:$behind/files $mount`,
  },
  {
    name: 'mergerfs',
    needs: 'mergerfs',
    changed: 'second',
    script: 'mkdir $behind/first $behind/second; mergerfs $behind/first:$behind/second $mount',
  },
]

async function mount({ script, changed }: MountableFileSystem): Promise<Mount> {
  const folder = await temporaryFolder()
  const [path, behind] = [join(folder.path, 'mount'), join(folder.path, 'behind')]
  await mkdir(path)
  await mkdir(behind)
  const dispose = async () => {
    for (const each of [path, behind]) await run('umount', '-l', each).catch(() => undefined)
    await folder[Symbol.asyncDispose]()
  }
  try {
    await run('env', `mount=${path}`, `behind=${behind}`, 'sh', '-ec', script)
    const at = changed === undefined ? path : join(behind, changed)
    return { path, behind: at, [Symbol.asyncDispose]: dispose }
  } catch (error) {
    await dispose()
    throw error
  }
}

/** A name, and the way to mount it; `undefined` where that is not possible. */
type MountableHere = [name: string, mount: (() => Promise<Mount>) | undefined]

const hasProgramsFor = ({ needs }: MountableFileSystem) => !lacks('mount', needs)

/** All file systems, with the way to mount those that can be mounted here. */
export async function mountable(): Promise<MountableHere[]> {
  const found: MountableHere[] = []
  for (const fileSystem of fileSystems) {
    const attempt = hasProgramsFor(fileSystem)
      ? await mount(fileSystem).catch(() => undefined)
      : undefined
    await attempt?.[Symbol.asyncDispose]()
    found.push([fileSystem.name, attempt === undefined ? undefined : () => mount(fileSystem)])
  }
  return found
}

/** The names of those that can't be mounted here, though the programs for it are there. */
export async function unmountable(): Promise<string[]> {
  const possible = new Set((await mountable()).filter(([, way]) => way).map(([name]) => name))
  return fileSystems
    .filter((fileSystem) => hasProgramsFor(fileSystem) && !possible.has(fileSystem.name))
    .map(({ name }) => name)
}
