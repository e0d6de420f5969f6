import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Writes `SHA256SUMS` of all files in a folder. */
export async function writeChecksums(folder: string): Promise<void> {
  const names = (await readdir(folder)).toSorted()
  const sums = await Bun.$`sha256sum ${names}`.cwd(folder).text()
  await writeFile(join(folder, 'SHA256SUMS'), sums)
}
