import { constants, existsSync } from 'node:fs'
import { open, readlink, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../errors.ts'
import { once } from '../../lib/once.ts'
import { ignoreSystemError, systemCode } from '../../lib/system/system-error.ts'
import { openLocked } from './file-lock.ts'
import { readTraits, type FileSystemTraits } from '../file-system-traits.ts'
import { checkNotShown, openFolderOf } from '../mount/open-folder.ts'
import { atPath } from '../files/verified-open.ts'
import { makeFolderInside } from './private-folder.ts'

/** How many processes may share one folder. */
const maxProcesses = 100

/** That a folder is one process's own. */
interface Claim {
  /** Whether no other process can have it: not every mount has locks. */
  isCertain: boolean
  /** Says that the folder is free again; the system does so itself when the process dies. */
  release: () => Promise<void>
}

/** A folder of the service's own. */
export interface OwnFolder {
  root: string
  /** Relative to the root. */
  path: string
  /** Throws while the folder is not the one that it was, as when its disk is away. */
  verify: () => Promise<void>
}

/** Where processes look for a folder of their own. */
interface Base extends Omit<OwnFolder, 'verify'> {
  traits: FileSystemTraits
}

/** The folder in which one process keeps what is its own: uploads in flight, rounds, renditions. */
export interface ProcessFolder extends Claim, OwnFolder {
  /** 1 for the base folder, which the first process gets. */
  number: number
}

/** The path of the folder with a number: the first is the base folder itself. */
export const processFolderPath = (base: string, number: number): string =>
  number === 1 ? base : join(base, String(number))

/**
 * Takes the first folder that no living process has: the base folder, the folder `2` in it, and so
 * on. That of a process that died is free at once, and is taken over with all that is in it.
 * @throws what the system says; FILE_SYSTEM_ERROR when too many processes share the folder.
 */
export async function takeProcessFolder(base: Base): Promise<ProcessFolder> {
  const { root, traits } = base
  for (let number = 1; number <= maxProcesses; number += 1) {
    const own = processFolderPath(base.path, number)
    if (number > 1) await makeFolderInside(root, base.path, String(number))
    const claim = await claimFolder({ root, path: own, traits })
    if (claim !== undefined) {
      return { root, path: own, number, ...claim, verify: async () => undefined }
    }
  }
  throw new AppError(
    'FILE_SYSTEM_ERROR',
    `${maxProcesses} processes use this uploads folder. Stop those that are not needed.`,
  )
}

/** Claims a folder; `undefined` where a living process has it, also this one. */
export async function claimFolder(folder: Base): Promise<Claim | undefined> {
  const isByLock = folder.traits.isShared || !(await hasNames())
  return isByLock ? claimByLock(folder) : claimByName(folder)
}

/**
 * Opens a folder outside the uploads directory for the state of processes, creates it where it is
 * missing, and takes the first folder in it that no living process has.
 * @param uploads the uploads directory, without symbolic links.
 * @throws UnusableFolderError.
 */
export async function openStateDir(path: string, uploads: string): Promise<ProcessFolder> {
  await checkNotShown('state', path, uploads)
  const root = await openFolderOf('state', path, constants.R_OK | constants.W_OK)
  return takeProcessFolder({ root, path: '', traits: await readTraits(root) })
}

/** The namespace of processes outside all containers (PROC_PID_INIT_INO of Linux). */
const outside = 'pid:[4026531836]'

/** Whether processes see each other's names: those in different containers do not. */
async function hasNames(): Promise<boolean> {
  const namespace = await readlink('/proc/self/ns/pid').catch(() => outside)
  return namespace === outside
}

/**
 * Claims a folder by a name that the system gives to one process at a time (unix(7), abstract
 * sockets). A file that is held open would do the same, but keep the disk from being unmounted.
 */
async function claimByName(folder: Base): Promise<Claim | undefined> {
  const path = join(folder.root, folder.path)
  const { dev, ino } = await stat(path, { bigint: true })
  const identity = folder.traits.hasInodes ? ino : Bun.hash(path)
  try {
    const unix = `\0photo-frame ${dev} ${identity}`
    const listener = Bun.listen({ unix, socket: { data: (socket) => void socket.end() } })
    listener.unref()
    if (!(await isLocked(folder))) {
      const made = atPath(folder.root, join(folder.path, nameFile), (at) => open(at, 'wx', 0o600))
      await made.then((file) => file.close()).catch(ignoreSystemError)
      return { isCertain: true, release: once(async () => listener.stop(true)) }
    }
    listener.stop(true)
    return undefined
  } catch (error) {
    return systemCode(error) === 'EADDRINUSE' ? undefined : claimByLock(folder)
  }
}

const lockFile = 'process.lock'

/** Lies where processes have claimed by name, which those in containers do not see. */
const nameFile = 'name.lock'

/** Claims a folder by a locked file in it, which other machines and containers see too. */
async function claimByLock({ root, path }: Base): Promise<Claim | undefined> {
  const lock = await openLocked(root, path, lockFile)
  if (lock === undefined) return undefined
  const isCertain = lock.isCertain && !existsSync(join(root, path, nameFile))
  return { isCertain, release: once(() => lock.handle.close()) }
}

/** Whether a process in a container has claimed a folder. */
async function isLocked(folder: Base): Promise<boolean> {
  if (!existsSync(join(folder.root, folder.path, lockFile))) return false
  const claim = await claimByLock(folder)
  await claim?.release()
  return claim === undefined
}
