import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { mountable, run } from './mounts.ts'
import { lacks } from './programs.ts'
import { temporaryFolder } from './temporary.ts'

const [, mountRemote] = (await mountable()).find(([name]) => name === 'sshfs') ?? []

/**
 * A local disk that stops answering when told to: ext4 on a loop device, whose blocks lie in a file
 * on a network mount. The system takes it for a worn card.
 * @param files what is on it, by path.
 */
export async function stallingDisk(files: Record<string, Uint8Array> = {}) {
  if (mountRemote === undefined) throw new Error('There is no sshfs.')
  const folder = await temporaryFolder()
  const remote = await mountRemote()
  const path = join(folder.path, 'mount')
  const signal = async (name: NodeJS.Signals) => {
    const pid = Number(await readFile(join(remote.behind, '../pid'), 'utf8'))
    if (!(pid > 1)) throw new Error('The server of the mount is not known.')
    process.kill(pid, name)
  }
  // `mount -o loop` asks every other loop device for its file, also one whose disk stands still.
  const mount = () =>
    run(
      'sh',
      '-ec',
      'device=$(losetup --find --show "$0"); mount -o noatime "$device" "$1"; losetup -d "$device"',
      join(remote.path, 'image'),
      path,
    )
  const dispose = async () => {
    await signal('SIGCONT')
    await run('umount', path).catch(() => run('umount', '-l', path).catch(() => undefined))
    await remote[Symbol.asyncDispose]()
    await folder[Symbol.asyncDispose]()
  }
  try {
    await mkdir(path)
    await run('truncate', '-s', '64M', join(remote.behind, 'image'))
    await run('mkfs.ext4', '-q', join(remote.behind, 'image'))
    await mount()
    for (const [name, content] of Object.entries(files)) {
      await Bun.write(join(path, name), content)
    }
    // What the journal holds is never dropped from memory; it is empty after this.
    await run('umount', path)
    await mount()
  } catch (error) {
    await dispose()
    throw error
  }
  return {
    path,
    /** Stops answering. What the system has in memory of the disk stays there. */
    stall: async () => {
      await run('sync', '-f', path)
      await signal('SIGSTOP')
    },
    /** Waits until what services know of shared tables, which is good for a second, is out of date. */
    outdate: () => Bun.sleep(1100),
    /** Has the system forget what it has in memory of this disk: everything, or contents alone. */
    dropCaches: async (what: 'everything' | 'contents' = 'everything') => {
      await run('sync', '-f', path)
      const image = join(remote.path, 'image')
      for (const file of [...Object.keys(files).map((name) => join(path, name)), image]) {
        await run('dd', `if=${file}`, 'iflag=nocache', 'count=0')
      }
      if (what === 'contents') return
      // Another mount forgets the names; what is left of the device is folders.
      await run('mount', '-o', 'remount', path)
      await run('sh', '-ec', 'blockdev --flushbufs "$(findmnt -no SOURCE "$0")"', path)
      await run('dd', `if=${image}`, 'iflag=nocache', 'count=0')
    },
    resume: () => signal('SIGCONT'),
    [Symbol.asyncDispose]: dispose,
  }
}

/** Whether tests may make such a disk. */
export async function canStall(): Promise<boolean> {
  if (mountRemote === undefined || lacks('ext4')) return false
  try {
    await using disk = await stallingDisk()
    await disk.dropCaches()
    return true
  } catch {
    return false
  }
}
