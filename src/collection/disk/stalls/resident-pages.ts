import { loadFromC } from '../../../lib/c-library.ts'
import { once } from '../../../lib/once.ts'

/** Of mmap(2). */
const [readable, shared] = [1, 1]

/** No address is larger: what is stands for a failure. */
const lastAddress = Number.MAX_SAFE_INTEGER

/** The smallest size of a page on any system. */
const pageLength = 4096

/**
 * Whether the system has an open file in memory to its end, found out without a look at the disk,
 * in some microseconds for each megabyte. `undefined` where it doesn't say. Of files that belong to
 * others and can't be written it always says that it has.
 */
export type IsResident = (descriptor: number, size: number) => boolean | undefined

/** Loads what asks the system (mincore(2)); `undefined` where it lacks that. */
export const loadResidentPages = once(async (): Promise<IsResident | undefined> => {
  const functions = await loadFromC({
    mmap: { args: ['ptr', 'usize', 'i32', 'i32', 'i32', 'i64'], returns: 'ptr' },
    mincore: { args: ['ptr', 'usize', 'ptr'], returns: 'i32' },
    munmap: { args: ['ptr', 'usize'], returns: 'i32' },
  })
  if (functions === undefined) return undefined
  const { mmap, mincore, munmap } = functions
  return (descriptor, size) => {
    if (size === 0) return true
    const address = mmap(null, size, readable, shared, descriptor, 0)
    if (address === null || address > lastAddress) return undefined
    const pages = Buffer.alloc(Math.ceil(size / pageLength), 1)
    const isKnown = mincore(address, size, pages) === 0
    munmap(address, size)
    return isKnown ? !pages.includes(0) : undefined
  }
})
