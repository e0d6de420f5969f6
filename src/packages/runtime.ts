import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { z } from 'zod'

const project = resolve(import.meta.dir, '../..')

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({ version: z.string().optional(), integrity: z.string().optional() }),
  ),
})

/**
 * Gives the path of the Bun that an executable is made of: fetched from the npm registry, proved
 * by the hash in package-lock.json, and kept. npm itself would install none for another platform.
 * @param name of the npm package, such as `@oven/bun-linux-aarch64`.
 * @throws when the package can't be had, or is another one than the lock file says.
 */
export async function runtimeOf(name: string): Promise<string> {
  const { version, integrity } = await pinned(name)
  const kept = join(project, 'node_modules/.cache', `${name}-${version}`)
  if (existsSync(kept)) return kept
  const files = await new Bun.Archive(await fetchPackage(name, version, integrity)).files()
  const runtime = files.get('package/bin/bun')
  if (runtime === undefined) throw new Error(`There is no Bun in the package ${name}.`)
  await mkdir(dirname(kept), { recursive: true })
  // Whole, or not at all: a build that is cut off must not leave half of it to the next.
  const unfinished = `${kept}.${process.pid}`
  await writeFile(unfinished, await runtime.bytes(), { mode: 0o755 })
  await rename(unfinished, kept)
  return kept
}

/** The version of Bun that package-lock.json pins. */
export const pinnedBun = async () => (await pinned('bun')).version

async function pinned(name: string) {
  const lock = lockSchema.parse(await Bun.file(join(project, 'package-lock.json')).json())
  const { version, integrity } = lock.packages[`node_modules/${name}`] ?? {}
  if (version === undefined || integrity === undefined) {
    throw new Error(`package-lock.json does not pin ${name}.`)
  }
  return { version, integrity }
}

/** npm tells the scripts that it runs which registry is set. */
async function fetchPackage(name: string, version: string, integrity: string) {
  const registry = process.env['npm_config_registry'] ?? 'https://registry.npmjs.org/'
  const file = `${name.replace(/^.*\//, '')}-${version}.tgz`
  const url = `${registry.replace(/\/$/, '')}/${name}/-/${file}`
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}.`)
  const bytes = await answer.bytes()
  const hash = `sha512-${createHash('sha512').update(bytes).digest('base64')}`
  if (hash !== integrity) throw new Error(`${url} is not what package-lock.json says.`)
  return bytes
}
