import { throttle } from '../lib/throttle.ts'
import type { Unfinished, Upload } from './upload-queue.ts'

/** How many names are kept: browsers give a site 5 MB. */
const maxRemembered = 10_000

/** How often they are written at most, in milliseconds. */
const saveMs = 500

/** What is still to be sent, kept by the browser over a reload: names and sizes, without the files. */
export class UnfinishedUploads {
  readonly #key: string
  #unfinished: readonly Unfinished[] = []
  #written = this.#unfinished
  /** What an earlier visit could not send. */
  leftOver: readonly Unfinished[]

  /** @param key under which the browser keeps it. */
  constructor(key: string) {
    this.#key = key
    this.leftOver = readUnfinished(key)
    addEventListener('pagehide', this.#write)
  }

  /** Notes what this visit has still to send. */
  readonly save = (unfinished: readonly Unfinished[]) => {
    this.#unfinished = unfinished
    this.#writeSoon()
  }

  readonly #write = () => {
    // Another tab may have written since.
    if (this.#written === this.#unfinished) return
    this.#written = this.#unfinished
    const all = [...this.leftOver, ...this.#unfinished].slice(0, maxRemembered)
    localStorage.setItem(this.#key, JSON.stringify(all))
  }

  readonly #writeSoon = throttle(this.#write, saveMs)

  /** Takes files for those that an earlier visit could not send. */
  take(files: readonly Pick<Upload, 'file' | 'folder'>[]): void {
    const keys = new Set(files.map(({ file, folder }) => keyOf(folder, file.name)))
    this.leftOver = this.leftOver.filter(({ name, folder }) => !keys.has(keyOf(folder, name)))
  }

  forget(): void {
    this.leftOver = []
    this.save([])
  }
}

/** One text for two values, neither of which can hold a NUL. */
export const keyOf = (one: string, other: string | number) => `${one}\0${other}`

function readUnfinished(key: string): Unfinished[] {
  const saved: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
  return Array.isArray(saved) ? saved.filter(isUnfinished) : []
}

const isUnfinished = (value: unknown): value is Unfinished =>
  typeof value === 'object' &&
  value !== null &&
  ['name', 'size', 'folder'].every((key) => key in value)
