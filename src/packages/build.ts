/**
 * Makes the packages of the service, `bun run build`: in `dist/`, one executable for each platform
 * that needs neither Bun nor Node.js nor any other file.
 */
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pinnedBun, runtimeOf } from './runtime.ts'

/**
 * Any x64 processor since 2008 will do: Bun's one runtime for them wants no more than SSE4.2, and
 * finds out by itself what else there is.
 */
const platforms = [
  { target: 'bun-linux-x64', runtime: '@oven/bun-linux-x64', name: 'photo-frame-linux-x64' },
  {
    target: 'bun-linux-arm64',
    runtime: '@oven/bun-linux-aarch64',
    name: 'photo-frame-linux-arm64',
  },
] as const

const project = resolve(import.meta.dir, '../..')
const dist = join(project, 'dist')

async function build({ target, runtime, name }: (typeof platforms)[number]): Promise<void> {
  const outfile = join(dist, name)
  await Bun.build({
    entrypoints: [join(project, 'src/index.ts')],
    root: project,
    target: 'bun',
    format: 'esm',
    // Halves the time to start; the code is not parsed before it is run.
    bytecode: true,
    // What is imported only when it is asked for stays out of memory until then.
    splitting: true,
    // So that a stack in the log leads to the source. Minified, it would start no faster.
    sourcemap: 'inline',
    compile: {
      target,
      executablePath: await runtimeOf(runtime),
      outfile,
      assets: [join(project, 'src/pages')],
      // It would run code out of whatever folder the service is started in. A `.env` there only
      // sets variables, as it does for `bun start`.
      autoloadBunfig: false,
      autoloadDotenv: true,
    },
  })
  // The executable has copies of its own.
  for (const map of new Bun.Glob('*.map').scanSync(dist)) await rm(join(dist, map))
  console.log(`dist/${name}`)
}

const wanted = await pinnedBun()
if (Bun.version !== wanted) {
  // Bytecode is of use only to the very version that made it.
  console.error(`This is Bun ${Bun.version}; ${wanted} is needed: npm run build`)
  process.exit(1)
}
await rm(dist, { recursive: true, force: true })
for (const platform of platforms) await build(platform)
