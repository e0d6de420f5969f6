/**
 * Runs a command where none of the programs that tests may skip is on the PATH:
 * `bun test/support/without-programs.ts npm test`.
 */
import { readdir, symlink } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { programNames } from './programs.ts'
import { temporaryFolder } from './temporary.ts'

const hidden = new Set(programNames.map((name) => basename(name)))

await using folder = await temporaryFolder()
for (const path of process.env['PATH']?.split(':') ?? []) {
  for (const name of await readdir(path).catch(() => [])) {
    // The first of a name is what the PATH means.
    if (!hidden.has(name)) await symlink(join(path, name), join(folder.path, name)).catch(() => {})
  }
}
const { exited } = Bun.spawn(process.argv.slice(2), {
  env: { ...process.env, PATH: folder.path },
  stdio: ['ignore', 'inherit', 'inherit'],
})
process.exitCode = await exited
