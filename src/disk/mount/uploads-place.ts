import { lstat, realpath } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { AppError } from '../../errors.ts'
import { onCode } from '../../lib/system/system-error.ts'
import { onDisk } from '../file-system-error.ts'
import { readDiskId } from '../processes/private-folder.ts'

interface PlaceFacts {
  /** `undefined` while no disk is mounted though one has to be. */
  device: number | undefined
  mountPoint: string
  /** By which the service knows the disk; `undefined` for one that it has never written to. */
  id: string | undefined
}

/** Where the uploads directory lies: notices when its disk is away, or is another one. */
export class UploadsPlace {
  readonly root: string
  /** Whether no disk is mounted though one has to be. */
  readonly isAbsent: boolean
  readonly #facts: PlaceFacts
  readonly #requireMount: boolean
  /**
   * Called when another disk has taken the place of this one, which from then on answers everything
   * with `FILE_SYSTEM_ERROR`; again in each check until somebody opens the new one.
   */
  onReplaced: (() => void) | undefined

  private constructor(root: string, facts: PlaceFacts | undefined, requireMount: boolean) {
    this.root = root
    this.isAbsent = facts === undefined
    this.#facts = facts ?? { device: undefined, mountPoint: '/', id: undefined }
    this.#requireMount = requireMount
  }

  /**
   * Reads where the uploads directory lies.
   * @param requireMount whether nothing may be stored on the disk that the system itself is on.
   */
  static async of(root: string, requireMount = false): Promise<UploadsPlace> {
    return new UploadsPlace(root, await readFacts(root), requireMount)
  }

  /** The id of its disk; `undefined` for one that the service has never written to. */
  get id(): string | undefined {
    return this.#facts.id
  }

  /** The place of an uploads directory whose disk is awaited. */
  static absent(path: string): UploadsPlace {
    return new UploadsPlace(resolve(path), undefined, true)
  }

  /**
   * Looks whether the uploads directory is there, on the disk that it was on. A disk that is
   * unmounted leaves its mount point behind, which lies on the disk around it; one that is mounted
   * takes the place of what was there before.
   * @throws FILE_SYSTEM_ERROR when it is not.
   */
  async check(): Promise<void> {
    // The folder inside it: one that may not be entered is as good as gone.
    const stat = await onDisk(undefined, () => lstat(`${this.root}/.`).catch(this.#whyMissing))
    const { device, mountPoint, id } = this.#facts
    if (stat.dev === device) return
    const found = await onDisk(undefined, () => readFacts(this.root))
    if (id !== undefined && found.id === id) {
      this.#facts.device = found.device
      return
    }
    if (this.#requireMount && found.mountPoint === '/') throw notMounted()
    if (found.mountPoint.length < mountPoint.length) throw notMounted()
    this.onReplaced?.()
    throw new AppError('FILE_SYSTEM_ERROR', 'Another disk is being read. Try again in a moment.')
  }

  /** Looks whether the uploads directory is missing because another disk was mounted above it. */
  readonly #whyMissing = async (error: unknown): Promise<never> => {
    const mountPoint = await mountPointOf(this.root)
    const isReplaced =
      mountPoint !== '/' &&
      mountPoint.length >= this.#facts.mountPoint.length &&
      (await lstat(mountPoint)).dev !== this.#facts.device
    if (isReplaced) this.onReplaced?.()
    throw this.isAbsent && !isReplaced ? notMounted() : error
  }
}

async function readFacts(root: string): Promise<PlaceFacts> {
  const [{ dev }, mountPoint, id] = await Promise.all([
    lstat(`${root}/.`),
    mountPointOf(root),
    readDiskId(root),
  ])
  return { device: dev, mountPoint, id }
}

/**
 * Finds the mount point that a path lies on, itself or above it. Of a path that is missing it is
 * the one that it would lie on.
 * @param path absolute, without symbolic links.
 */
async function mountPointOf(path: string, looking = deviceOf(path)): Promise<string> {
  const parent = dirname(path)
  if (parent === path) return path
  const lookingAbove = deviceOf(parent)
  const [device, above] = await Promise.all([looking, lookingAbove])
  return device !== undefined && device !== above ? path : mountPointOf(parent, lookingAbove)
}

const deviceOf = (path: string): Promise<number | undefined> =>
  lstat(path).then(({ dev }) => dev, onCode('ENOENT', undefined))

/** Whether a disk is mounted for a folder, which may be missing still. */
export async function isMounted(path: string): Promise<boolean> {
  const root = await realpath(path).catch(() => resolve(path))
  return (await mountPointOf(root)) !== '/'
}

/** The failure of whatever needs a disk that is not mounted. */
export const notMounted = () =>
  new AppError(
    'FILE_SYSTEM_ERROR',
    'The disk of the uploads folder is not mounted. Mount it, then try again.',
  )
