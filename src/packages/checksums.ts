import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Writes `SHA256SUMS` of all files in a folder, as `sha256sum --check` reads it. */
export async function writeChecksums(folder: string): Promise<void> {
  const names = (await readdir(folder)).toSorted()
  const lines = names.map(async (name) => {
    const hash = new Bun.CryptoHasher('sha256')
    for await (const chunk of Bun.file(join(folder, name)).stream()) hash.update(chunk)
    return `${hash.digest('hex')}  ${name}\n`
  })
  await writeFile(join(folder, 'SHA256SUMS'), (await Promise.all(lines)).join(''))
}
