import { lstat, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inParallel } from '../in-parallel.ts'
import { systemCode } from './errors.ts'

interface Entry {
  name: string
  size: number
}

/** `<SHA-256 of the key>-<CRC-32 of the content>` */
const namePattern = /^([\da-f]{64})-([\da-f]{8})$/

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
  #loading: Promise<void> | undefined

  /** @param maxBytes 0 keeps nothing. */
  constructor(folder: string, maxBytes: number) {
    this.#folder = folder
    this.#maxBytes = maxBytes
  }

  async get(key: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    await this.#load()
    const hash = hashOf(key)
    const entry = this.#entries.get(hash)
    if (entry === undefined) return undefined
    const bytes = await readFile(join(this.#folder, entry.name)).catch(() => undefined)
    if (bytes === undefined || namePattern.exec(entry.name)?.[2] !== checksum(bytes)) {
      await this.#drop(hash, entry)
      return undefined
    }
    this.#entries.delete(hash)
    this.#entries.set(hash, entry)
    return bytes
  }

  async put(key: string, bytes: Uint8Array): Promise<void> {
    if (bytes.length > this.#maxBytes) return
    await this.#load()
    const hash = hashOf(key)
    const name = `${hash}-${checksum(bytes)}`
    try {
      const temporary = join(this.#folder, `${name}.new`)
      await mkdir(this.#folder, { recursive: true })
      await writeFile(temporary, bytes)
      await rename(temporary, join(this.#folder, name))
    } catch (error) {
      if (systemCode(error) === undefined) throw error
      return
    }
    this.#bytes += bytes.length - (this.#entries.get(hash)?.size ?? 0)
    this.#entries.set(hash, { name, size: bytes.length })
    await this.#trim()
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
    const names = await readdir(this.#folder).catch((): string[] => [])
    await inParallel(names, async (name) => {
      const hash = namePattern.exec(name)?.[1]
      const facts = await lstat(join(this.#folder, name)).catch(() => undefined)
      if (name.endsWith('.new')) await rm(join(this.#folder, name), { force: true })
      if (hash === undefined || !facts?.isFile()) return
      const entry = { name, size: facts.size }
      found.push({ hash, entry, mtimeMs: facts.mtimeMs })
    })
    for (const { hash, entry } of found.toSorted((a, b) => a.mtimeMs - b.mtimeMs)) {
      this.#entries.set(hash, entry)
      this.#bytes += entry.size
    }
    await this.#trim()
  }
}

const hashOf = (key: string) => new Bun.CryptoHasher('sha256').update(key).digest('hex')

const checksum = (bytes: Uint8Array) => Bun.hash.crc32(bytes).toString(16).padStart(8, '0')
