/**
 * Bundles the service into one file with its bytecode, when packages are installed: to load hundreds
 * of modules takes most of a start from source.
 */
import { closeSync, fsyncSync, openSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'

const project = resolve(import.meta.dir, '../..')
const folder = join(project, 'node_modules/.cache/photo-frame')
const bundle = join(folder, 'service.js')

/** Where it says of what the bundle was made. Written last. */
const seal = join(folder, 'made-of')

/**
 * Describes files by their inodes. Each change of a file changes the time of its inode, which
 * nothing can set back, whatever time of modification it keeps, as rsync does (inode(7)). A bundle
 * knows the place of its project, too: elsewhere it would not find its pages.
 */
const sealOf = (paths: readonly string[]): string =>
  [project, ...paths.map((path) => `${path}\t${identityOf(path)}`)].join('\n')

function identityOf(path: string): string {
  const { ino, size, ctimeMs } = statSync(path)
  return `${ino} ${size} ${ctimeMs}`
}

/** Gives the path of the bundle, if it was made of just this source and by just this Bun. */
export function currentBundle(): string | undefined {
  try {
    const made = readFileSync(seal, 'utf8')
    const paths = made.split('\n').slice(1)
    return sealOf(paths.map((line) => line.split('\t', 1)[0] ?? '')) === made ? bundle : undefined
  } catch {
    return undefined
  }
}

async function makeBundle(): Promise<void> {
  rmSync(seal, { force: true })
  const { metafile, outputs } = await Bun.build({
    entrypoints: [join(project, 'src/service.ts')],
    target: 'bun',
    // With modules of ECMAScript, only an executable can have bytecode.
    format: 'cjs',
    bytecode: true,
    // Takes 2 MiB less memory.
    minify: true,
    // Makes stacks in the log lead to the source.
    sourcemap: 'linked',
    metafile: true,
    outdir: folder,
  })
  const made = outputs.map(({ path }) => path)
  // A power cut must not leave a bundle that is not whole beside its seal.
  for (const path of made) {
    const file = openSync(path, 'r')
    fsyncSync(file)
    closeSync(file)
  }
  const sources = Object.keys(metafile?.inputs ?? {}).map((path) => resolve(path))
  await Bun.write(seal, sealOf([process.execPath, ...made, ...sources]))
}

// Without a bundle, the service starts from its modules.
if (import.meta.main) await makeBundle().catch((error: unknown) => console.error(error))
