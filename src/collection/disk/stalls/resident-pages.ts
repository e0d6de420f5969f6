import { loadFromC } from '../../../lib/c-library.ts'
import { lazy } from '../../../lib/once.ts'

/** Of mmap(2). */
const [readable, shared] = [1, 1]

/** No address is larger: what is stands for a failure. */
const lastAddress = Number.MAX_SAFE_INTEGER

/** The smallest size of a page on any system. */
const pageLength = 4096

const load = lazy(() =>
  loadFromC({
    mmap: { args: ['ptr', 'usize', 'i32', 'i32', 'i32', 'i64'], returns: 'ptr' },
    mincore: { args: ['ptr', 'usize', 'ptr'], returns: 'i32' },
    munmap: { args: ['ptr', 'usize'], returns: 'i32' },
  }),
)

/**
 * Whether the system has an open file in memory to its end (mincore(2)), found out without a look at
 * the disk, some microseconds for each megabyte. Of files that belong to others and can't be written
 * the system always says that it has.
 * @returns `undefined` where the system doesn't say.
 */
export async function isResident(descriptor: number, size: number): Promise<boolean | undefined> {
  if (size === 0) return true
  const functions = await load()
  if (functions === undefined) return undefined
  const { mmap, mincore, munmap } = functions
  const address = mmap(null, size, readable, shared, descriptor, 0)
  if (address === null || address > lastAddress) return undefined
  const pages = Buffer.alloc(Math.ceil(size / pageLength), 1)
  const isKnown = mincore(address, size, pages) === 0
  munmap(address, size)
  return isKnown ? !pages.includes(0) : undefined
}
