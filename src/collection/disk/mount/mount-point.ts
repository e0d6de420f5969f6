import { lstat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { systemCode } from '../../../lib/system-error.ts'

/**
 * Finds the mount point that a path lies on, itself or above it. Of a path that is missing it is
 * the one that it would lie on.
 * @param path absolute, without symbolic links.
 */
export async function mountPointOf(path: string): Promise<string> {
  const device = await deviceOf(path)
  const parent = dirname(path)
  if (parent === path) return path
  if (device !== undefined && device !== (await deviceOf(parent))) return path
  return mountPointOf(parent)
}

async function deviceOf(path: string): Promise<number | undefined> {
  try {
    return (await lstat(path)).dev
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined
    throw error
  }
}
