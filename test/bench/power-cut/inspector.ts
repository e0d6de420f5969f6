/**
 * Runs in the virtual machine: mounts what each of many power cuts has left and marks every picture
 * that is visible on it. The recorder puts the next disk in at the mark `next`.
 */
import { $ } from 'bun'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { mark } from './mark.ts'

const [, , type = '', count = '0'] = process.argv

async function inspect(folder: string): Promise<void> {
  const entries = await readdir(join('/mnt', folder), { withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (path === '.photo-frame') continue
    if (entry.isDirectory()) await inspect(path)
    else mark(`found ${await hashOf(join('/mnt', path))} ${path}`)
  }
}

async function hashOf(path: string): Promise<string> {
  try {
    const bytes = await Bun.file(path).bytes()
    if (bytes.length === 0) return 'empty'
    return new Bun.CryptoHasher('sha1').update(bytes).digest('hex')
  } catch {
    return 'unreadable'
  }
}

for (let cut = 0; cut < Number(count); cut += 1) {
  mark('next')
  await $`blockdev --flushbufs /dev/vda`.nothrow().quiet()
  const { exitCode, stderr } = await $`mount -t ${type} /dev/vda /mnt`.nothrow().quiet()
  if (exitCode !== 0) console.log(`cut ${cut}: ${stderr.toString()}`)
  await inspect('')
  await $`umount /mnt`.nothrow().quiet()
}
mark('done')
