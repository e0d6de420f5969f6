import { access, constants, mkdir, readlink, realpath } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { systemCode } from '../../../lib/system-error.ts'

/** A folder from the settings that can't be used. The message is a sentence for who set it. */
export class UnusableFolderError extends Error {
  override readonly name = 'UnusableFolderError'
}

/**
 * Opens a folder from the settings, and creates it and those above it where they are missing.
 * @param role of the folder, such as `uploads`.
 * @param mode what the service has to be allowed there (access(2)).
 * @returns its path without symbolic links.
 * @throws UnusableFolderError.
 */
export async function openFolderOf(role: string, path: string, mode: number): Promise<string> {
  try {
    await mkdir(path, { recursive: true })
    const root = await realpath(path)
    await access(root, mode | constants.X_OK)
    return root
  } catch (error) {
    throw new UnusableFolderError(
      `The ${role} folder ${path} can't be used: ${await reasonOf(error, path)}.`,
      { cause: error },
    )
  }
}

async function reasonOf(error: unknown, path: string): Promise<string> {
  const link = await findDanglingLink(path)
  if (link !== undefined) {
    return `${link.path} is a symbolic link to ${link.target}, which is not there`
  }
  if (['EEXIST', 'ENOTDIR'].includes(systemCode(error) ?? '')) return 'a file is in its way'
  return error instanceof Error ? error.message.replace(/\.$/, '') : String(error)
}

/** Finds a link that leads nowhere, at a path or above it. */
async function findDanglingLink(path: string) {
  for (let each = path; each !== dirname(each); each = dirname(each)) {
    const target = await readlink(each).catch(() => undefined)
    if (target === undefined) continue
    const isThere = await realpath(each).then(
      () => true,
      () => false,
    )
    if (!isThere) return { path: each, target: resolve(dirname(each), target) }
  }
  return undefined
}
