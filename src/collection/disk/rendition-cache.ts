import { lstatSync } from 'node:fs'
import { lstat, mkdir, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inParallel } from '../in-parallel.ts'
import { systemCode } from './errors.ts'

interface Entry {
  name: string
  size: number
  /** Whether its content was compared with its checksum in this run. */
  isVerified: boolean
}

/** `<SHA-256 of the key>-<CRC-32 of the content>` */
const namePattern = /^([\da-f]{64})-([\da-f]{8})$/
const temporaryPattern = /^[\da-f]{64}-[\da-f]{8}\.new$/

/**
 * Keeps renditions in a folder of at most so many bytes; the least recently used go first. It may
 * be damaged or deleted at any time: a file that isn't what was written is made again, and a disk
 * that refuses one only makes the cache useless, not the service.
 */
export class RenditionCache {
  readonly #folder: string
  readonly #maxBytes: number
  /** By the hash of the key, in order of use. */
  readonly #entries = new Map<string, Entry>()
  #bytes = 0
  /** The one used last. */
  #newest = ''
  #loading: Promise<void> | undefined

  /** @param maxBytes 0 keeps nothing. */
  constructor(folder: string, maxBytes: number) {
    this.#folder = folder
    this.#maxBytes = maxBytes
  }

  /**
   * What was put under a key. A file is read as a whole once in a run, to compare it with its
   * checksum; after that it goes from the disk to the client as it is. It has to be sent at once.
   */
  async get(key: string): Promise<Uint8Array<ArrayBuffer> | Blob | undefined> {
    await this.#load()
    const hash = hashOf(key)
    const entry = this.#entries.get(hash)
    if (entry === undefined) return undefined
    const path = join(this.#folder, entry.name)
    if (entry.isVerified && sizeOf(path) === entry.size) {
      this.#use(hash, entry)
      return Bun.file(path)
    }
    const bytes = await readFile(path).catch(() => undefined)
    if (bytes === undefined || namePattern.exec(entry.name)?.[2] !== checksum(bytes)) {
      await this.#drop(hash, entry)
      return undefined
    }
    entry.isVerified = true
    this.#use(hash, entry)
    return bytes
  }

  async put(key: string, bytes: Uint8Array): Promise<void> {
    if (bytes.length > this.#maxBytes) return
    await this.#load()
    const hash = hashOf(key)
    const name = `${hash}-${checksum(bytes)}`
    const before = this.#entries.get(hash)
    if (before !== undefined) await this.#drop(hash, before)
    if (!(await this.#write(name, bytes))) return
    this.#entries.set(hash, { name, size: bytes.length, isVerified: false })
    this.#bytes += bytes.length
    this.#newest = hash
    await this.#trim()
  }

  async #write(name: string, bytes: Uint8Array): Promise<boolean> {
    const temporary = join(this.#folder, `${name}.new`)
    try {
      // Not those above it: at an unmounted disk's mount point they must not be made.
      await mkdir(this.#folder).catch((error: unknown) => {
        if (systemCode(error) !== 'EEXIST') throw error
      })
      await writeFile(temporary, bytes)
      await rename(temporary, join(this.#folder, name))
      return true
    } catch (error) {
      if (systemCode(error) === undefined) throw error
      await rm(temporary, { force: true }).catch(() => undefined)
      return false
    }
  }

  /** Moves an entry to the end of the order, which the times on the disk keep over a restart. */
  #use(hash: string, entry: Entry): void {
    if (this.#newest === hash || !this.#entries.delete(hash)) return
    this.#entries.set(hash, entry)
    this.#newest = hash
    const now = new Date()
    void utimes(join(this.#folder, entry.name), now, now).catch(() => undefined)
  }

  async #trim(): Promise<void> {
    for (const [oldest, entry] of this.#entries) {
      if (this.#bytes <= this.#maxBytes) return
      await this.#drop(oldest, entry)
    }
  }

  async #drop(hash: string, entry: Entry): Promise<void> {
    if (this.#entries.delete(hash)) this.#bytes -= entry.size
    await rm(join(this.#folder, entry.name), { force: true }).catch(() => undefined)
  }

  /** Finds out, once, what an earlier run kept. */
  async #load(): Promise<void> {
    this.#loading ??= this.#readFolder()
    await this.#loading
  }

  async #readFolder(): Promise<void> {
    const found: { hash: string; entry: Entry; mtimeMs: number }[] = []
    if (this.#maxBytes > 0) await mkdir(this.#folder, { recursive: true }).catch(() => undefined)
    const names = await readdir(this.#folder).catch((): string[] => [])
    await inParallel(names, async (name) => {
      const path = join(this.#folder, name)
      if (temporaryPattern.test(name)) await rm(path, { force: true }).catch(() => undefined)
      const hash = namePattern.exec(name)?.[1]
      if (hash === undefined) return
      const facts = await lstat(path).catch(() => undefined)
      if (!facts?.isFile()) return
      const entry = { name, size: facts.size, isVerified: false }
      found.push({ hash, entry, mtimeMs: facts.mtimeMs })
    })
    for (const { hash, entry } of found.toSorted((a, b) => a.mtimeMs - b.mtimeMs)) {
      const before = this.#entries.get(hash)
      if (before !== undefined) await this.#drop(hash, before)
      this.#entries.set(hash, entry)
      this.#bytes += entry.size
    }
    await this.#trim()
  }
}

const hashOf = (key: string) => new Bun.CryptoHasher('sha256').update(key).digest('hex')

const checksum = (bytes: Uint8Array) => Bun.hash.crc32(bytes).toString(16).padStart(8, '0')

/** The size of a regular file, at once: nothing may come between this look and the sending. */
function sizeOf(path: string): number | undefined {
  try {
    const stat = lstatSync(path, { throwIfNoEntry: false })
    return stat?.isFile() === true ? stat.size : undefined
  } catch {
    return undefined
  }
}
