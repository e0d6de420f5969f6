import { afterAll, beforeAll, expect, test } from 'bun:test'
import { chmod, mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { dependencies } from '../../package.json' with { type: 'json' }
import { makeArchive } from '../../src/packages/archive.ts'
import { writeChecksums } from '../../src/packages/checksums.ts'
import { notices } from '../../src/commands/licenses/notices.ts'
import { makeBillOfMaterials } from '../../src/packages/sbom.ts'
import { temporaryFolder } from '../support/temporary.ts'

/** Makes the files of a release of a small program, as two machines would that agree on nothing. */
async function release(mode: number, modified: number) {
  const folder = await temporaryFolder()
  const dist = join(folder.path, `dist-${mode}`)
  await mkdir(dist)
  const path = join(dist, 'program')
  await writeFile(path, '#!/bin/sh\necho hello\n')
  await chmod(path, mode)
  await utimes(path, modified, modified)
  const made = { dist, version: '1.2.3', sourceDate: 1_700_000_000 }
  await makeArchive(made, { path, arch: 'arm64' })
  await makeBillOfMaterials(made)
  await writeChecksums(dist)
  return { ...folder, dist }
}

const archive = 'photo-frame-1.2.3-linux-arm64.tar.gz'
let made: Awaited<ReturnType<typeof release>>
beforeAll(async () => {
  made = await release(0o755, 1000)
})
afterAll(() => made[Symbol.asyncDispose]())

test('permissions and times of the machine that builds change no byte', async () => {
  await using again = await release(0o700, 2_000_000_000)
  const sums = (dist: string) => Bun.file(join(dist, 'SHA256SUMS')).text()
  expect(await sums(again.dist)).toBe(await sums(made.dist))
})

test('SHA256SUMS has every file, as sha256sum reads it', async () => {
  const check = await Bun.$`sha256sum --check --strict SHA256SUMS`.cwd(made.dist).text()
  const names = (await readdir(made.dist)).filter((name) => name !== 'SHA256SUMS')
  expect(check).toBe(
    names
      .toSorted()
      .map((name) => `${name}: OK\n`)
      .join(''),
  )
})

test('the archive unpacks into a folder of its own, owned by root, as old as the source', async () => {
  const list = await Bun.$`tar --utc --full-time -tvzf ${join(made.dist, archive)}`.text()
  const rows = list
    .trimEnd()
    .split('\n')
    .map((line) => line.split(/\s+/))
  expect(new Set(rows.map(([, owner, , day, time]) => `${owner} ${day} ${time}`))).toEqual(
    new Set(['0/0 2023-11-14 22:13:20']),
  )
  const root = 'photo-frame-1.2.3-linux-arm64/'
  const found = rows.map(([mode, , , , , name = '']) => `${mode} ${name.replace(root, './')}`)
  expect(found).toEqual([
    'drwxr-xr-x ./',
    '-rw-r--r-- ./LICENSE',
    '-rw-r--r-- ./README.md',
    '-rw-r--r-- ./THIRD-PARTY-LICENSES',
    '-rw-r--r-- ./operate.md',
    '-rwxr-xr-x ./photo-frame',
    '-rw-r--r-- ./photo-frame.service',
  ])
})

test('the archive has the licences that the executable prints', async () => {
  const path = `${archive.replace('.tar.gz', '')}/THIRD-PARTY-LICENSES`
  expect(await Bun.$`tar -xOzf ${archive} ${path}`.cwd(made.dist).text()).toBe(await notices())
})

const componentSchema = z.object({
  name: z.string(),
  version: z.string(),
  purl: z.string(),
  hashes: z.array(z.object({ alg: z.literal('SHA-512'), content: z.string() })).min(1),
  licenses: z.array(z.unknown()).min(1),
})
const bomSchema = z.object({
  bomFormat: z.literal('CycloneDX'),
  metadata: z.object({
    timestamp: z.literal('2023-11-14T22:13:20.000Z'),
    component: z.object({ type: z.literal('application'), name: z.literal('photo-frame') }),
  }),
  components: z.array(componentSchema),
})

test('the bill of materials has the packages of an executable, with hashes, and no tools', async () => {
  const bom = bomSchema.parse(await Bun.file(join(made.dist, 'photo-frame-1.2.3.cdx.json')).json())
  const found = bom.components.map(({ name, version }) => `${name} ${version}`)
  expect(found).toEqual(
    expect.arrayContaining(Object.entries(dependencies).map((pair) => pair.join(' '))),
  )
  expect((await notices()).match(/^\S+ \d+\.\d+\.\d+$/gm)?.toSorted()).toEqual(found.toSorted())
})

test('the date of the source is SOURCE_DATE_EPOCH, or else that of the commit', async () => {
  const script = `console.log(await (await import('./src/packages/artefact.ts')).sourceDate())`
  const run = (env: Record<string, string>) =>
    Bun.$`${process.execPath} -e ${script}`.env({ PATH: process.env['PATH'], ...env }).text()
  expect(await run({ SOURCE_DATE_EPOCH: '1234' })).toBe('1234\n')
  const commit = await Bun.$`git log -1 --format=%ct`.nothrow().quiet().text()
  expect(await run({})).toBe(`${Number(commit)}\n`)
})
