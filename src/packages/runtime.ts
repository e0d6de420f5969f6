import { existsSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { lockedPackages, project } from '../commands/licenses/lock-file.ts'

/**
 * Downloads the Bun that an executable is made of, checks it against package-lock.json, and caches
 * it. npm itself installs none for another platform.
 * @param name of the npm package, such as `@oven/bun-linux-aarch64`.
 * @returns the path of the runtime.
 * @throws when the download fails, or its hash differs from the one in the lock file.
 */
export async function runtimeOf(name: string): Promise<string> {
  const { version, integrity } = await pinned(name)
  const cached = join(project, 'node_modules/.cache', `${name}-${version}`)
  if (existsSync(cached)) return cached
  const files = await new Bun.Archive(await fetchPackage(name, version, integrity)).files()
  const runtime = files.get('package/bin/bun')
  if (runtime === undefined) throw new Error(`There is no Bun in the package ${name}.`)
  await mkdir(dirname(cached), { recursive: true })
  // Renamed when complete, so that an interrupted build leaves no partial file to the next one.
  const unfinished = `${cached}.${process.pid}`
  await writeFile(unfinished, await runtime.bytes(), { mode: 0o755 })
  await rename(unfinished, cached)
  return cached
}

/** Reads the version and the hash of a package. Throws where package-lock.json does not pin it. */
export async function pinned(name: string) {
  const { version, integrity } = (await lockedPackages())[`node_modules/${name}`] ?? {}
  if (version === undefined || integrity === undefined) {
    throw new Error(`package-lock.json does not pin ${name}.`)
  }
  return { version, integrity }
}

/** Downloads a package from the registry that npm passes to its scripts, or the public one. */
async function fetchPackage(name: string, version: string, integrity: string) {
  const registry = process.env['npm_config_registry'] ?? 'https://registry.npmjs.org/'
  const file = `${name.replace(/^.*\//, '')}-${version}.tgz`
  const url = `${registry.replace(/\/$/, '')}/${name}/-/${file}`
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}.`)
  const bytes = await answer.bytes()
  const hash = `sha512-${new Bun.CryptoHasher('sha512').update(bytes).digest('base64')}`
  if (hash !== integrity) throw new Error(`${url} is not what package-lock.json says.`)
  return bytes
}
