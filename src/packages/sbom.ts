import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { name } from '../../package.json' with { type: 'json' }
import type { Release } from './artefact.ts'
import { project } from '../commands/licenses/lock-file.ts'
import { bunParts } from '../commands/licenses/notices.ts'

const bomSchema = z.looseObject({
  metadata: z.looseObject({ component: z.looseObject({}) }),
  components: z.array(z.looseObject({ name: z.string() })),
})

/**
 * Lists the packages that an executable is made of, with their hashes and licences, as a software
 * bill of materials (CycloneDX), and what Bun is linked with. npm writes it from package-lock.json; what differs with the time,
 * the folder and the version of npm is taken out of it or set.
 */
export async function makeBillOfMaterials({ dist, version, sourceDate }: Release): Promise<void> {
  const kind = ['--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application']
  const omitted = ['--omit=dev', '--omit=optional']
  const printed: unknown = await Bun.$`npm sbom ${kind} ${omitted}`.cwd(project).quiet().json()
  const bom = bomSchema.parse(printed)
  const { metadata, components } = bom
  const parts = (await bunParts()).map(({ name, licence }) => ({
    type: 'library',
    name,
    licenses: [{ license: { name: licence } }],
  }))
  const fixed = {
    ...bom,
    serialNumber: undefined,
    metadata: {
      ...metadata,
      timestamp: new Date(sourceDate * 1000).toISOString(),
      tools: [{ vendor: 'npm', name: 'cli' }],
      component: { ...metadata.component, properties: undefined, name },
    },
    components: components.map((component) => ({
      ...component,
      properties: undefined,
      ...(component.name === 'bun' ? { components: parts } : {}),
    })),
  }
  const path = join(dist, `photo-frame-${version}.cdx.json`)
  await writeFile(path, `${JSON.stringify(fixed, undefined, 2)}\n`)
}
