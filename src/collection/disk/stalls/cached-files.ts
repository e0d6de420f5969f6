import { constants, lstatSync } from 'node:fs'
import { loadFromC } from '../../../lib/c-library.ts'
import { lazy } from '../../../lib/once.ts'
import type { FileFacts } from '../files/facts.ts'
import { loadResidentPages } from './resident-pages.ts'

/** The number of openat2(2) on all architectures, and what it takes of the constants of Linux. */
const openat2 = 437
const fromWorkingDirectory = -100
const [openPath, closeOnExec, onlyCached] = [0o10000000, 0o2000000, 0x20]
const forLook = openPath | closeOnExec | constants.O_NOFOLLOW
const forReading = closeOnExec | constants.O_NOFOLLOW | constants.O_NONBLOCK

/** Of statx(2): take the file that is open; its type, time of modification and size. */
const emptyPath = 0x1000
const wantedFacts = 0x1 | 0x40 | 0x200

/** The fields of `struct statx`. */
const offsets = { mode: 28, size: 40, seconds: 112, nanoseconds: 120 }
const factsLength = 256

/** The longest path, its end included, in bytes (limits.h). */
const maxPath = 4096

/** What the system has in memory of files. Links in the last place of a path are not followed. */
export interface CachedFiles {
  /**
   * Gives the size and time of a regular file, at once; `undefined` where there is none, or where
   * the system would have to ask the disk.
   */
  facts: (path: string) => FileFacts | undefined
  /** Whether the system has a regular file of this size, of the service's own, in memory as a whole. */
  holds: (path: string, size: number) => boolean
}

/**
 * Makes a look at files that doesn't wait for a disk which does not answer. Elsewhere than on Linux
 * 5.12 or later, and until the library is loaded, it may have to wait.
 */
export function cachedFiles(): CachedFiles {
  let files: CachedFiles = withoutLibrary
  const load = lazy(() => void loadCachedFiles().then((loaded) => (files = loaded ?? files)))
  return {
    facts: (path) => {
      load()
      return files.facts(path)
    },
    holds: (path, size) => {
      load()
      return files.holds(path, size)
    },
  }
}

const factsByLstat: CachedFiles['facts'] = (path) => {
  try {
    const stat = lstatSync(path, { throwIfNoEntry: false })
    return stat?.isFile() === true ? stat : undefined
  } catch {
    return undefined
  }
}

const withoutLibrary: CachedFiles = { facts: factsByLstat, holds: () => false }

const loadFunctions = () =>
  loadFromC({
    syscall: { args: ['i32', 'i32', 'ptr', 'ptr', 'i32'], returns: 'i32' },
    statx: { args: ['i32', 'ptr', 'i32', 'u32', 'ptr'], returns: 'i32' },
    close: { args: ['i32'], returns: 'i32' },
  })

/**
 * Loads the look from the C library, as Bun has no function for it (openat2(2), `RESOLVE_CACHED`).
 * It takes about as long as `lstatSync`.
 * @returns `undefined` where the system lacks it.
 */
export async function loadCachedFiles(): Promise<CachedFiles | undefined> {
  const [functions, isResident] = await Promise.all([loadFunctions(), loadResidentPages()])
  if (functions === undefined || isResident === undefined) return undefined
  const { syscall, statx, close } = functions
  const path = Buffer.alloc(maxPath)
  const empty = Buffer.alloc(1)
  const found = new Uint8Array(factsLength)
  const fields = new DataView(found.buffer)
  const howToLook = openHow(forLook)
  const howToRead = openHow(forReading)
  const open = (name: string, how: BigUint64Array) => {
    const length = path.write(name)
    if (length >= maxPath - 3) return -1
    path[length] = 0
    return syscall(openat2, fromWorkingDirectory, path, how, how.byteLength)
  }
  const readFacts = (descriptor: number): FileFacts | undefined => {
    if (statx(descriptor, empty, emptyPath, wantedFacts, found) !== 0) return undefined
    const type = fields.getUint16(offsets.mode, true) & constants.S_IFMT
    if (type !== constants.S_IFREG) return undefined
    const milliseconds = fields.getUint32(offsets.nanoseconds, true) / 1_000_000
    return {
      size: readInt64(fields, offsets.size),
      mtimeMs: readInt64(fields, offsets.seconds) * 1000 + milliseconds,
    }
  }
  const root = open('/', howToLook)
  if (root < 0) return undefined
  close(root)
  return {
    facts: (name) => {
      const descriptor = open(name, howToLook)
      if (descriptor < 0) return undefined
      const facts = readFacts(descriptor)
      close(descriptor)
      return facts
    },
    holds: (name, size) => {
      const descriptor = open(name, howToRead)
      if (descriptor < 0) return false
      const isHeld = readFacts(descriptor)?.size === size && isResident(descriptor, size) === true
      close(descriptor)
      return isHeld
    },
  }
}

/** Makes a `struct open_how`: flags, mode and how the path is resolved. */
const openHow = (flags: number) => new BigUint64Array([BigInt(flags), 0n, BigInt(onlyCached)])

/** Without a `bigint`, which takes ten times as long. */
const readInt64 = (view: DataView, offset: number) =>
  view.getInt32(offset + 4, true) * 2 ** 32 + view.getUint32(offset, true)
