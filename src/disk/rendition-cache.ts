import { lstat, mkdir, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { dayMs } from '../lib/clock.ts'
import { sha256 } from '../lib/hash.ts'
import { LruMap } from '../lib/lru-map.ts'
import { once } from '../lib/once.ts'
import { forEachParallel } from '../lib/waiting/for-each.ts'
import { ignoreSystemError } from '../lib/system/system-error.ts'
import { makeFolder } from './files/make-folder.ts'
import { spareBytes } from './shortage/free-space.ts'
import { callDeadline, isBusy } from './call-deadline.ts'
import { ignoring } from '../errors.ts'

interface CachedFile {
  hash: string
  path: string
  size: number
  /** When its time on the disk was set last. */
  touchedMs: number
}

/** How exactly the times on the disk keep the order of use, in milliseconds: cards wear. */
const touchEvery = 60_000

/** How many renditions are remembered that were made when there was no room. */
const maxWanted = 8192

/** What was used in so many milliseconds, a month, is in use. */
const inUseFor = 30 * dayMs

/** `<SHA-256 of the key>-<CRC-32 of the content>`, with `.new` while it is written. */
const namePattern = /^([\da-f]{64})-[\da-f]{8}(\.new)?$/

/**
 * Keeps renditions in a folder of at most so many bytes; the least recently used go first. Where there
 * is no room, a rendition that was asked for `n` times evicts at most `n` others that are in use: one
 * that is asked for once evicts none, and a large one evicts few of the small ones.
 *
 * The folder may be damaged or deleted at any time: a file that isn't what was written is made again,
 * and a disk that refuses a file only makes the cache useless, not the service.
 */
export class DiskCache {
  readonly #folder: string
  readonly #maxBytes: number
  readonly #minFree: number | undefined
  readonly #deadline = callDeadline()
  /** By the hash of the key, in order of use. */
  readonly #entries = new LruMap<string, CachedFile>({
    capacity: Number.POSITIVE_INFINITY,
    weigh: ({ size }) => size,
  })
  /** How often renditions that found no room were asked for, by the hashes of their keys. */
  readonly #wanted = new LruMap<string, number>({ capacity: maxWanted })
  /** Finds out, once, what an earlier run kept. */
  readonly #load = once(() => this.#readFolder())

  /**
   * @param maxBytes 0 keeps nothing.
   * @param minFree bytes that stay free on the disk; by default 5 % of it, at most 100 MB.
   */
  constructor(folder: string, maxBytes: number, minFree?: number) {
    this.#folder = folder
    this.#maxBytes = maxBytes
    this.#minFree = minFree
  }

  /** Whether something is kept under a key. */
  async has(key: string): Promise<boolean> {
    await this.#load()
    return this.#entries.has(sha256(key))
  }

  /** Notes that what is kept under a key was of use, though it was not read. */
  touch(key: string): void {
    const entry = this.#entries.get(sha256(key))
    if (entry !== undefined) this.#noteUse(entry)
  }

  /**
   * Reads what was put under a key and compares it with its checksum.
   * @throws BUSY when the disk does not answer.
   */
  get(key: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    return this.#deadline.run(async () => {
      await this.#load()
      const entry = this.#entries.get(sha256(key))
      if (entry === undefined) return undefined
      const bytes = await readFile(entry.path).catch(() => undefined)
      if (bytes !== undefined && entry.path.endsWith(`-${checksum(bytes)}`)) {
        this.#noteUse(entry)
        return bytes
      }
      await this.#drop(entry)
      return undefined
    })
  }

  /** Keeps bytes under a key, if there is room. Waits only as long as the disk answers. */
  async put(key: string, bytes: Uint8Array): Promise<void> {
    if (bytes.length > this.#maxBytes) return
    await this.#deadline.run(() => this.#put(key, bytes)).catch(ignoring(isBusy))
  }

  async #put(key: string, bytes: Uint8Array): Promise<void> {
    await this.#load()
    const hash = sha256(key)
    const name = `${hash}-${checksum(bytes)}`
    const before = this.#entries.get(hash)
    if (before !== undefined) await this.#drop(before)
    if (!(await this.#admit(hash, bytes.length)) || !(await this.#write(name, bytes))) return
    const path = join(this.#folder, name)
    this.#entries.set(hash, { hash, path, size: bytes.length, touchedMs: Date.now() })
  }

  /**
   * Makes room on the disk for something more important.
   * @returns how many bytes less there are, at least as many as asked for if there were so many.
   */
  async makeRoom(bytes: number): Promise<number> {
    await this.#load()
    return this.#evict(bytes)
  }

  /** Whether there is room for a rendition, or it is worth some. */
  async #admit(hash: string, size: number): Promise<boolean> {
    const spare = await spareBytes(this.#folder, this.#minFree)
    const room = Math.min(spare, this.#maxBytes - this.#entries.weight)
    if (room >= size) return true
    // Others may have filled the disk meanwhile.
    if (room < 0) await this.#evict(-room)
    const asked = 1 + (this.#wanted.get(hash) ?? 0)
    this.#wanted.set(hash, asked)
    const missing = size - Math.max(0, room)
    if (asked < 2 || missing > this.#entries.weight || this.#inUseAmong(missing) > asked)
      return false
    this.#wanted.delete(hash)
    return (await this.#evict(missing)) >= missing
  }

  /** How many renditions in use would go if so many bytes were evicted. */
  #inUseAmong(bytes: number): number {
    let [found, inUse] = [0, 0]
    for (const { size, touchedMs } of this.#entries.values()) {
      if (found >= bytes) break
      found += size
      if (Date.now() - touchedMs < inUseFor) inUse += 1
    }
    return inUse
  }

  async #write(name: string, bytes: Uint8Array): Promise<boolean> {
    const temporary = join(this.#folder, `${name}.new`)
    try {
      // Not those above it: at an unmounted disk's mount point they must not be made.
      await makeFolder(this.#folder)
      await writeFile(temporary, bytes)
      await rename(temporary, join(this.#folder, name))
      return true
    } catch (error) {
      ignoreSystemError(error)
      await rm(temporary, { force: true }).catch(() => undefined)
      return false
    }
  }

  /** Has the times on the disk keep the order over a restart. */
  #noteUse(entry: CachedFile): void {
    const now = new Date()
    if (now.getTime() - entry.touchedMs < touchEvery) return
    entry.touchedMs = now.getTime()
    void utimes(entry.path, now, now).catch(() => undefined)
  }

  async #evict(bytes: number): Promise<number> {
    let evicted = 0
    for (const oldest of this.#entries.values()) {
      if (evicted >= bytes) break
      evicted += oldest.size
      await this.#drop(oldest)
    }
    return evicted
  }

  async #drop(entry: CachedFile): Promise<void> {
    this.#entries.delete(entry.hash)
    await rm(entry.path, { force: true }).catch(() => undefined)
  }

  async #readFolder(): Promise<void> {
    const found: CachedFile[] = []
    if (this.#maxBytes > 0) await mkdir(this.#folder, { recursive: true }).catch(() => undefined)
    const names = await readdir(this.#folder).catch((): string[] => [])
    await forEachParallel(names, async (name) => {
      const path = join(this.#folder, name)
      const [, hash, isUnfinished] = namePattern.exec(name) ?? []
      if (isUnfinished) await rm(path, { force: true }).catch(() => undefined)
      if (hash === undefined || isUnfinished) return
      const facts = await lstat(path).catch(() => undefined)
      if (!facts?.isFile()) return
      found.push({ hash, path, size: facts.size, touchedMs: facts.mtimeMs })
    })
    for (const entry of found.toSorted((a, b) => a.touchedMs - b.touchedMs)) {
      const before = this.#entries.get(entry.hash)
      if (before !== undefined) await this.#drop(before)
      this.#entries.set(entry.hash, entry)
    }
    await this.#evict(this.#entries.weight - this.#maxBytes)
  }
}

const checksum = (bytes: Uint8Array) => Bun.hash.crc32(bytes).toString(16).padStart(8, '0')
