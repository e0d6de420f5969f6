/**
 * Builds what a release consists of (`npm run build`) in `dist/`, or in the folder that is named:
 * one executable per platform, packages of each, what they contain, and checksums. The same source
 * makes the same bytes.
 */
import { mkdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { version } from '../../package.json' with { type: 'json' }
import { makeArchive } from './archive.ts'
import { sourceDate } from './artefact.ts'
import { writeChecksums } from './checksums.ts'
import { makeDebianPackage } from './debian-package.ts'
import { buildExecutables } from './executables.ts'
import { project } from '../commands/licenses/lock-file.ts'
import { makeBillOfMaterials } from './sbom.ts'

const dist = resolve(process.argv[2] ?? join(project, 'dist'))
await rm(dist, { recursive: true, force: true })
await mkdir(dist, { recursive: true })
const executables = await buildExecutables(dist)
const release = { dist, version, sourceDate: await sourceDate() }
for (const make of [makeArchive, makeDebianPackage]) {
  await Promise.all(executables.map((executable) => make(release, executable)))
}
await makeBillOfMaterials(release)
await writeChecksums(dist)
console.log(await Bun.file(join(dist, 'SHA256SUMS')).text())
