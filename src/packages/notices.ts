import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { lockedPackages, project } from './lock-file.ts'

/**
 * Collects the licences of everything that an executable holds: the packages that package-lock.json
 * lists as neither for development nor for another platform, and Bun with the libraries in it.
 * @throws when a package names no licence, so that no executable is built without it.
 */
export async function notices(): Promise<string> {
  const sections = Object.entries(await lockedPackages())
    .filter(([path, { dev, optional }]) => path !== '' && dev !== true && optional !== true)
    .map(async ([path, { version = '' }]) => {
      const text = path === 'node_modules/bun' ? await bunLicence() : await licenceIn(path)
      return `${path.replace(/^.*node_modules\//, '')} ${version}\n\n${text.trim()}\n`
    })
  return (await Promise.all(sections)).join(`\n${'-'.repeat(80)}\n\n`)
}

async function licenceIn(path: string): Promise<string> {
  const names = await readdir(join(project, path))
  const licences = names.filter((name) => /^(licen[cs]e|notice)/i.test(name)).toSorted()
  if (licences.length === 0) return declaredLicence(path)
  const texts = licences.map((name) => Bun.file(join(project, path, name)).text())
  return (await Promise.all(texts)).join('\n')
}

const manifestSchema = z.object({ license: z.string(), homepage: z.string() })

/** Names the licence of a package that has no file with its text, and where the text is. */
async function declaredLicence(path: string): Promise<string> {
  const manifest: unknown = await Bun.file(join(project, path, 'package.json')).json()
  const { license, homepage } = manifestSchema.parse(manifest)
  return `Licence: ${license}, see ${homepage}`
}

/** Bun's package has no licence file; its documentation has the text. */
async function bunLicence(): Promise<string> {
  const text = await Bun.file(
    join(project, 'node_modules/bun-types/docs/project/license.mdx'),
  ).text()
  return text.replace(/^---\n.*?\n---\n/s, '')
}
