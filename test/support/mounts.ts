import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { lacks, type RequirementName } from './programs.ts'
import { temporaryFolder } from './temporary.ts'

const sftpServer = '/usr/lib/openssh/sftp-server'

async function run(...command: string[]): Promise<void> {
  const child = Bun.spawn(command, { stdout: 'ignore', stderr: 'pipe' })
  if ((await child.exited) === 0) return
  throw new Error(`${command.join(' ')}: ${await new Response(child.stderr).text()}`)
}

/** A file system that a test has mounted. */
export interface Mount {
  path: string
  /** Where another program changes the files: on the server, on one of several disks. */
  behind: string
  [Symbol.asyncDispose]: () => Promise<void>
}

/** A file system that tests mount. */
interface MountableFileSystem {
  name: string
  needs: RequirementName
  /** @param behind an empty folder for what lies behind the mount. */
  mount: (path: string, behind: string) => Promise<string>
}

const fileSystems: readonly MountableFileSystem[] = [
  {
    name: 'tmpfs',
    needs: 'mount',
    mount: async (path) => {
      await run('mount', '-t', 'tmpfs', 'none', path)
      return path
    },
  },
  {
    name: 'overlay',
    needs: 'mount',
    mount: async (path, behind) => {
      await run('mount', '-t', 'tmpfs', 'none', behind)
      for (const name of ['lower', 'upper', 'work']) await mkdir(join(behind, name))
      const at = (name: string) => `${name}dir=${join(behind, name)}`
      const options = [at('lower'), at('upper'), at('work')].join()
      await run('mount', '-t', 'overlay', '-o', options, 'none', path)
      return path
    },
  },
  {
    name: 'FAT',
    needs: 'FAT',
    mount: async (path, behind) => {
      await run('truncate', '-s', '16M', join(behind, 'image'))
      await run('mkfs.vfat', join(behind, 'image'))
      await run('mount', '-t', 'vfat', '-o', 'loop', join(behind, 'image'), path)
      return path
    },
  },
  {
    name: 'exFAT by FUSE',
    needs: 'exFAT by FUSE',
    mount: async (path, behind) => {
      await run('truncate', '-s', '16M', join(behind, 'image'))
      await run('mkfs.exfat', join(behind, 'image'))
      await run('mount', '-t', 'exfat-fuse', '-o', 'loop', join(behind, 'image'), path)
      return path
    },
  },
  {
    name: 'sshfs',
    needs: 'sshfs',
    mount: async (path, behind) => {
      const server = join(behind, 'server')
      await writeFile(server, `#!/bin/sh\necho $$ >${join(behind, 'pid')}\nexec ${sftpServer}\n`)
      await chmod(server, 0o755)
      await mkdir(join(behind, 'files'))
      // Unless told otherwise, sshfs itself shows what it read up to 20 s ago.
      const options = `ssh_command=${server},dir_cache=no`
      await run('sshfs', '-o', options, `here:${join(behind, 'files')}`, path)
      return join(behind, 'files')
    },
  },
  {
    name: 'mergerfs',
    needs: 'mergerfs',
    mount: async (path, behind) => {
      for (const name of ['first', 'second']) await mkdir(join(behind, name))
      await run('mergerfs', `${join(behind, 'first')}:${join(behind, 'second')}`, path)
      return join(behind, 'second')
    },
  },
]

/** Mounts a file system in a temporary folder. */
async function mount(fileSystem: MountableFileSystem): Promise<Mount> {
  const folder = await temporaryFolder()
  const [path, behind] = [join(folder.path, 'mount'), join(folder.path, 'behind')]
  await mkdir(path)
  await mkdir(behind)
  const dispose = async () => {
    for (const each of [path, behind]) await run('umount', '-l', each).catch(() => undefined)
    await folder[Symbol.asyncDispose]()
  }
  try {
    const changed = await fileSystem.mount(path, behind)
    return { path, behind: changed, [Symbol.asyncDispose]: dispose }
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
