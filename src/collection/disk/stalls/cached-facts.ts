import { constants, lstatSync } from 'node:fs'
import { loadFromC } from '../../../lib/c-library.ts'
import type { FileFacts } from '../files/facts.ts'

/** The number of openat2(2) on all architectures, and what it takes of the constants of Linux. */
const openat2 = 437
const fromWorkingDirectory = -100
const [openPath, closeOnExec, onlyCached] = [0o10000000, 0o2000000, 0x20]

/** Of statx(2): take the file that is open; its type, time of modification and size. */
const emptyPath = 0x1000
const wantedFacts = 0x1 | 0x40 | 0x200

/** The fields of `struct statx`. */
const offsets = { mode: 28, size: 40, seconds: 112, nanoseconds: 120 }
const factsLength = 256

/** The longest path, its end included, in bytes (limits.h). */
const maxPath = 4096

/**
 * Gives the size and time of a regular file, at once; `undefined` where there is none, or where the
 * system would have to ask the disk. Links in the last place are not followed.
 */
export type CachedFacts = (path: string) => FileFacts | undefined

/**
 * Makes a look at files that doesn't wait for a disk which does not answer: it gives only what the
 * system has in memory. Elsewhere than on Linux 5.12 or later, and until the library is loaded, it
 * may have to wait.
 */
export function cachedFacts(): CachedFacts {
  let look: CachedFacts = (path) => {
    look = factsByLstat
    void loadCachedFacts().then((loaded) => (look = loaded ?? look))
    return look(path)
  }
  return (path) => look(path)
}

const factsByLstat: CachedFacts = (path) => {
  try {
    const stat = lstatSync(path, { throwIfNoEntry: false })
    return stat?.isFile() === true ? stat : undefined
  } catch {
    return undefined
  }
}

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
export async function loadCachedFacts(): Promise<CachedFacts | undefined> {
  const functions = await loadFunctions()
  if (functions === undefined) return undefined
  const { syscall, statx, close } = functions
  const path = Buffer.alloc(maxPath)
  const how = new BigUint64Array([
    BigInt(openPath | closeOnExec | constants.O_NOFOLLOW),
    0n,
    BigInt(onlyCached),
  ])
  const found = new Uint8Array(factsLength)
  const facts = new DataView(found.buffer)
  const empty = Buffer.alloc(1)
  const open = (name: string) => {
    const length = path.write(name)
    if (length >= maxPath - 3) return -1
    path[length] = 0
    return syscall(openat2, fromWorkingDirectory, path, how, how.byteLength)
  }
  const root = open('/')
  if (root < 0) return undefined
  close(root)
  return (name) => {
    const descriptor = open(name)
    if (descriptor < 0) return undefined
    const isKnown = statx(descriptor, empty, emptyPath, wantedFacts, found) === 0
    close(descriptor)
    const isFile = (facts.getUint16(offsets.mode, true) & constants.S_IFMT) === constants.S_IFREG
    if (!isKnown || !isFile) return undefined
    return {
      size: readInt64(facts, offsets.size),
      mtimeMs:
        readInt64(facts, offsets.seconds) * 1000 +
        facts.getUint32(offsets.nanoseconds, true) / 1_000_000,
    }
  }
}

/** Without a `bigint`, which takes ten times as long. */
const readInt64 = (view: DataView, offset: number) =>
  view.getInt32(offset + 4, true) * 2 ** 32 + view.getUint32(offset, true)
