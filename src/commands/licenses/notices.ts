import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { lockedPackages, project } from './lock-file.ts'

/**
 * Collects the licences of everything that an executable holds: the packages that package-lock.json
 * lists as neither for development nor for another platform, and Bun with the libraries in it.
 * Those without a file of it have its text in `licences`.
 * @throws when there is none, so that no executable is built without it.
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
  const kept = `src/packages/licences/${path.replace('node_modules/', '').replace('/', '+')}.txt`
  const paths = licences.length === 0 ? [kept] : licences.map((name) => join(path, name))
  const texts = paths.map((name) => Bun.file(join(project, name)).text())
  return (await Promise.all(texts)).join('\n')
}

/** Bun's package has no licence file; its documentation has the text. */
async function bunLicence(): Promise<string> {
  const text = await Bun.file(
    join(project, 'node_modules/bun-types/docs/project/license.mdx'),
  ).text()
  return text.replace(/^---\n.*?\n---\n/s, '')
}

/** Lists what Bun is linked with on Linux, by the tables of its licence. */
export async function bunParts(): Promise<{ name: string; licence: string }[]> {
  const rows = (await bunLicence()).matchAll(/^\| (.*?) *\| (.*?) *\|$/gm)
  const plain = (cell = '') => cell.replaceAll(/\[(.*?)\]\([^)]*\)/g, '$1').replaceAll('`', '')
  const listed = Array.from(rows, ([, name, licence]) => ({
    name: plain(name),
    licence: plain(licence),
  })).filter(({ name }) => !/^(Library|Package|-+)$|\(on Windows\)$/.test(name))
  return [{ name: 'JavaScriptCore', licence: 'LGPL-2' }, ...listed]
}
