import { constants, existsSync } from 'node:fs'
import { access, mkdir, readlink, realpath } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { remedyFor } from '../../lib/remedy.ts'
import { systemCode } from '../../lib/system/system-error.ts'
import { isVisibleName } from '../paths.ts'

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
      `The ${role} folder ${path} can't be used: ${await reasonOf(path, error)}. ${remedyFor(error, path)}`.trim(),
      { cause: error },
    )
  }
}

/**
 * Refuses a folder from the settings that would show among the pictures: an admin could delete what
 * is in it. A hidden one does not show.
 * @param root the uploads directory, without symbolic links.
 * @throws UnusableFolderError.
 */
export async function checkNotShown(role: string, path: string, root: string): Promise<void> {
  const names = relative(root, await futurePathOf(path)).split('/')
  if (!names.every((name) => name === '' || isVisibleName(name))) return
  throw new UnusableFolderError(
    `The ${role} folder ${path} can't be used: it would show among the pictures. Choose a folder ` +
      'outside the uploads folder.',
  )
}

/** The path, without symbolic links, that a folder has or will have once it is made. */
async function futurePathOf(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch (error) {
    if (systemCode(error) !== 'ENOENT' || path === dirname(path)) return path
    return join(await futurePathOf(dirname(path)), basename(path))
  }
}

async function reasonOf(path: string, error: unknown): Promise<string> {
  // A link that leads nowhere, at the path or above it.
  for (let each = path; each !== dirname(each); each = dirname(each)) {
    const target = await readlink(each).catch(() => undefined)
    if (target === undefined || existsSync(each)) continue
    return `${each} is a symbolic link to ${resolve(dirname(each), target)}, which is not there`
  }
  if (['EEXIST', 'ENOTDIR'].includes(systemCode(error) ?? '')) return 'a file is in its way'
  return error instanceof Error ? error.message.replace(/\.$/, '') : String(error)
}
