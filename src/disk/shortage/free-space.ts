import { stat, statfs } from 'node:fs/promises'

/** By default this share of a disk stays free, but no more than that many bytes. */
const defaultShare = 0.05
const mostByDefault = 100 * 1024 ** 2

/**
 * Finds out how many bytes may be written to the disk of a folder.
 * @param minFree bytes that have to stay free; by default 5 % of the disk, at most 100 MB.
 * @returns less than zero where too little is free already; infinity where the disk doesn't say.
 */
export async function spareBytes(folder: string, minFree: number | undefined): Promise<number> {
  const disk = await diskSpace(folder).catch(() => undefined)
  if (disk === undefined) return Number.POSITIVE_INFINITY
  return disk.free - (minFree ?? Math.min(defaultShare * disk.total, mostByDefault))
}

/**
 * Finds out how large the disk of a folder is and what is free on it for the service, in bytes.
 * @throws the system's error.
 */
export async function diskSpace(folder: string): Promise<{ free: number; total: number }> {
  const { bsize, blocks, bavail } = await statfs(folder)
  return { free: bsize * bavail, total: bsize * blocks }
}

/** Whether two paths lie on one disk. */
export async function areOnOneDisk(one: string, other: string): Promise<boolean> {
  const looks = [one, other].map((path) => stat(path).catch(() => undefined))
  const [first, second] = await Promise.all(looks)
  return first !== undefined && first.dev === second?.dev
}
