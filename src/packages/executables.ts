import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Executable } from './artefact.ts'
import { project } from '../commands/licenses/lock-file.ts'
import { pinned, runtimeOf } from './runtime.ts'

/**
 * The platforms to build for. Bun's x64 runtime needs SSE4.2, which processors have since 2008, and
 * detects newer instructions at run time.
 */
const platforms = [
  { arch: 'x64', runtime: '@oven/bun-linux-x64' },
  { arch: 'arm64', runtime: '@oven/bun-linux-aarch64' },
] as const

/** The pages with a script, which an executable looks for beside itself under the page's name. */
const pages = ['admin', 'guests']

/** Bundles the script of a page, which an executable can't do by itself. */
async function bundleScript(page: string, dist: string): Promise<string> {
  await Bun.build({
    entrypoints: [join(project, 'src/pages', page, 'main.tsx')],
    target: 'browser',
    minify: true,
    jsx: { development: false },
    outdir: dist,
    naming: `${page}.js`,
    tsconfig: join(project, 'src/pages/admin/tsconfig.json'),
  })
  return join(dist, `${page}.js`)
}

async function buildExecutable(
  { arch, runtime }: (typeof platforms)[number],
  scripts: readonly string[],
  dist: string,
): Promise<Executable> {
  const outfile = join(dist, `photo-frame-linux-${arch}`)
  await Bun.build({
    entrypoints: [join(project, 'src/service.ts')],
    root: project,
    target: 'bun',
    format: 'esm',
    // Halves the start-up time, because no code is parsed.
    bytecode: true,
    // Keeps code that is imported on demand out of memory until then.
    splitting: true,
    // Makes stacks in the log lead to the source. Minified code would start no faster.
    sourcemap: 'inline',
    compile: {
      target: `bun-linux-${arch}`,
      executablePath: await runtimeOf(runtime),
      outfile,
      assets: [join(project, 'src/pages'), ...scripts],
      // A bunfig.toml in the working directory could run code; a `.env` there only sets variables,
      // as it does for `bun start`.
      autoloadBunfig: false,
      autoloadDotenv: true,
      // The service sets the usual policy once it has started.
      jitPolicy: 8,
    },
  })
  // The executable contains the source maps.
  for (const map of new Bun.Glob('*.map').scanSync(dist)) await rm(join(dist, map))
  return { path: outfile, arch }
}

/**
 * Builds one executable per platform, which needs neither Bun nor Node.js nor any other file.
 * @param dist an existing folder, which gets them.
 * @throws where this is not the Bun that package-lock.json pins.
 */
export async function buildExecutables(dist: string): Promise<Executable[]> {
  const { version: wanted } = await pinned('bun')
  // Bytecode works only with the version that made it.
  if (Bun.version !== wanted)
    throw new Error(`This is Bun ${Bun.version}; ${wanted} is needed: npm run build`)
  const scripts = await Array.fromAsync(pages, (page) => bundleScript(page, dist))
  const executables = await Array.fromAsync(platforms, (platform) =>
    buildExecutable(platform, scripts, dist),
  )
  // The executables contain them.
  for (const script of scripts) await rm(script)
  return executables
}
