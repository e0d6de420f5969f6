/**
 * Bundles the service into one file with its bytecode, when packages are installed: to load hundreds
 * of modules takes most of a start from source.
 */
import { closeSync, fsyncSync, openSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type * as service from '../service.ts'

const project = resolve(import.meta.dir, '../..')
const folder = join(project, 'node_modules/.cache/photo-frame')
const bundle = join(folder, 'service.js')

/** Where it says of what the bundle was made. Written last. */
const seal = join(folder, 'made-of')

/**
 * Describes files by their inodes. Each change of a file changes the time of its inode, which
 * nothing can set back, whatever time of modification it keeps, as rsync does (inode(7)). A bundle
 * knows the place of its project, too, as it would not find its pages elsewhere, and its Bun.
 */
const sealOf = (paths: readonly string[]): string =>
  [`${project} ${Bun.revision}`, ...paths.map((path) => `${path}\t${identityOf(path)}`)].join('\n')

function identityOf(path: string): string {
  const { ino, size, ctimeMs } = statSync(path)
  return `${ino} ${size} ${ctimeMs}`
}

/** Loads the service from its bundle, if that was made of just this source and by just this Bun. */
export async function loadBundle(): Promise<typeof service | undefined> {
  try {
    const made = readFileSync(seal, 'utf8')
    const paths = made.split('\n').slice(1)
    const found = sealOf(paths.map((line) => line.split('\t', 1)[0] ?? ''))
    return found === made ? await import(bundle) : undefined
  } catch {
    return undefined
  }
}

/** By how much the time of an inode may be older than the clock, in milliseconds: a tick of the kernel. */
const tickMs = 10

async function makeBundle(): Promise<void> {
  rmSync(seal, { force: true })
  const startedAt = Date.now() - tickMs
  const { metafile, outputs } = await Bun.build({
    entrypoints: [join(project, 'src/service.ts')],
    target: 'bun',
    // With modules of ECMAScript, only an executable can have bytecode.
    format: 'cjs',
    bytecode: true,
    // Takes less memory. The names of functions stay, for the log.
    minify: { whitespace: true, syntax: true },
    // Commands are rare, and one of them is made by a macro of files that are not among the inputs.
    external: ['*/run-command.ts'],
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
  // Of what has changed meanwhile, the bundle may hold either.
  if (sources.some((path) => statSync(path).ctimeMs >= startedAt)) return
  await Bun.write(seal, sealOf([...made, ...sources]))
}

// Without a bundle, the service starts from its modules.
if (import.meta.main) await makeBundle().catch((error: unknown) => console.error(error))
