import { join, resolve } from 'node:path'
import { z } from 'zod'

export const project = resolve(import.meta.dir, '../../..')

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      integrity: z.string().optional(),
      dev: z.boolean().optional(),
      optional: z.boolean().optional(),
    }),
  ),
})

/** Reads what package-lock.json says of each package, by its path in the project. */
export const lockedPackages = async () =>
  lockSchema.parse(await Bun.file(join(project, 'package-lock.json')).json()).packages
