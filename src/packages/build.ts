/**
 * Builds the packages of the service (`npm run build`) in `dist/`, or in the folder that is named:
 * one executable per platform, which needs neither Bun nor Node.js nor any other file.
 */
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { project } from './lock-file.ts'
import { pinnedBun, runtimeOf } from './runtime.ts'

/**
 * The platforms to build for. Bun's x64 runtime needs SSE4.2, which processors have since 2008, and
 * detects newer instructions at run time.
 */
const platforms = [
  { target: 'bun-linux-x64', runtime: '@oven/bun-linux-x64', name: 'photo-frame-linux-x64' },
  {
    target: 'bun-linux-arm64',
    runtime: '@oven/bun-linux-aarch64',
    name: 'photo-frame-linux-arm64',
  },
] as const

const dist = resolve(process.argv[2] ?? join(project, 'dist'))

/** The scripts of pages by their folders, where `bundleScript` looks for them in an executable. */
const scripts = { admin: join(dist, 'admin.js'), guests: join(dist, 'guests.js') }

/** Bundles the script of a page, which an executable can't do by itself. */
async function bundleScript(page: keyof typeof scripts): Promise<void> {
  await Bun.build({
    entrypoints: [join(project, 'src/pages', page, 'main.tsx')],
    target: 'browser',
    minify: true,
    jsx: { development: false },
    outdir: dist,
    naming: `${page}.js`,
    tsconfig: join(project, 'src/pages/admin/tsconfig.json'),
  })
}

async function build({ target, runtime, name }: (typeof platforms)[number]): Promise<void> {
  const outfile = join(dist, name)
  await Bun.build({
    entrypoints: [join(project, 'src/index.ts')],
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
      target,
      executablePath: await runtimeOf(runtime),
      outfile,
      assets: [join(project, 'src/pages'), ...Object.values(scripts)],
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
  console.log(outfile)
}

const wanted = await pinnedBun()
if (Bun.version !== wanted) {
  // Bytecode works only with the version that made it.
  console.error(`This is Bun ${Bun.version}; ${wanted} is needed: npm run build`)
  process.exit(1)
}
await rm(dist, { recursive: true, force: true })
for (const page of ['admin', 'guests'] as const) await bundleScript(page)
for (const platform of platforms) await build(platform)
// The executables contain them.
for (const script of Object.values(scripts)) await rm(script)
