/**
 * Runs in the virtual machine: mounts what each of many power cuts has left and marks every picture
 * that is visible on it or in its trash. The recorder puts the next disk in at the mark `next`.
 */
import { $ } from 'bun'
import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { blockSize, mark } from './mark.ts'

const [, , type = '', count = '0'] = process.argv

/** @returns a line for each picture, with a hash of its content. */
async function inspect(folder: string): Promise<string[]> {
  const found: string[] = []
  const entries = await readdir(join('/mnt', folder), { withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
    const path = join(folder, entry.name)
    // Of the service's own files only what the trash holds are pictures.
    if (folder === '.photo-frame' && entry.name !== 'trash') continue
    if (entry.isDirectory()) found.push(...(await inspect(path)))
    else found.push(`found ${hashOf(join('/mnt', path))} ${path}\n`)
  }
  return found
}

function hashOf(path: string): string {
  try {
    const bytes = readFileSync(path)
    if (bytes.length === 0) return 'empty'
    return new Bun.CryptoHasher('sha1').update(bytes).digest('hex')
  } catch {
    return 'unreadable'
  }
}

/** Marks many lines with few writes, each of which waits for the recorder. */
function markMany(lines: readonly string[]): void {
  let block = ''
  for (const line of lines) {
    if (Buffer.byteLength(block + line) > blockSize) {
      mark(block)
      block = ''
    }
    block += line
  }
  if (block !== '') mark(block)
}

for (let cut = 0; cut < Number(count); cut += 1) {
  mark('next')
  await $`blockdev --flushbufs /dev/vda`.nothrow().quiet()
  const { exitCode, stderr } = await $`mount -t ${type} /dev/vda /mnt`.nothrow().quiet()
  if (exitCode !== 0) console.log(`cut ${cut}: ${stderr.toString()}`)
  markMany(await inspect(''))
  await $`umount /mnt`.nothrow().quiet()
}
mark('done')
