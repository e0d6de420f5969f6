import { stat } from 'node:fs/promises'
import { AppError } from '../errors.ts'
import { systemCode } from '../lib/system/system-error.ts'
import { readTraits, type FileSystemTraits } from './file-system-traits.ts'

/**
 * What the system refused, and the path that it happened to, relative to the uploads directory: the
 * system names none where a file is open, and paths of descriptors in open folders.
 */
export class DiskError extends Error {
  override readonly name = 'DiskError'
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** Makes the error of what is not there: it was moved or deleted meanwhile, or a link is in its place. */
export const goneError = (message: string) => new DiskError('ENOENT', message)

/**
 * Names the path in an error of the system. Any other error, or one that has it, stays as it is.
 * @param from what was to get the path, where the system speaks of both: either may be at fault.
 */
export function named(error: unknown, path: string, from?: string): unknown {
  const code = systemCode(error)
  if (code === undefined || error instanceof DiskError || !(error instanceof Error)) return error
  const [words] = error.message.split(" '")
  const source = from !== undefined && 'dest' in error ? `'${from}' -> ` : ''
  return new DiskError(code, `${words} ${source}'${path === '' ? '.' : path}'`)
}

const sentences: Record<string, string> = {
  ENOSPC: 'The disk is full. Delete some images or make room on it, then try again.',
  EDQUOT: 'The disk quota is used up. Make room, then try again.',
  EROFS: 'The uploads folder is read-only. Make it writable, then try again.',
  EACCES: 'The service has no permission for this in the uploads folder. Correct its permissions.',
  EPERM: 'The service has no permission for this in the uploads folder. Correct its permissions.',
  ENOENT: 'The uploads folder, or something in it, is not there. Mount or restore it.',
  ESTALE: 'The uploads folder, or something in it, is not there. Mount or restore it.',
  ENOTDIR: 'A file is in the way of the uploads folder, or of a folder in it. Move it away.',
  EMFILE: 'Too many files are open. Try again in a moment.',
  ENFILE: 'Too many files are open. Try again in a moment.',
  EXDEV: 'This lies on another disk than the uploads folder. Delete it for good, or copy it.',
  EBUSY: 'A disk is mounted here, or another program uses it. Unmount it, or end that program.',
  ENAMETOOLONG: 'The path is too long for this file system. Use shorter names.',
}

/** Makes a test whether the system has given one of these codes for a `FILE_SYSTEM_ERROR`. */
const hasCode =
  (...codes: string[]) =>
  (error: unknown): boolean =>
    codes.includes(systemCode(error instanceof AppError ? error.cause : error) ?? '')

/** Whether a `FILE_SYSTEM_ERROR` is about a new name that the file system can't hold. */
export const isUnfitName = hasCode('EINVAL', 'EILSEQ', 'ENAMETOOLONG')

/** Whether a `FILE_SYSTEM_ERROR` is about a path that the system can't take. */
export const isTooLong = hasCode('ENAMETOOLONG')

/** Makes another error of that, which says what to do about the name. Throws any other as it is. */
export const onUnfitName =
  (refuse: (error: unknown) => AppError) =>
  (error: unknown): never => {
    throw isUnfitName(error) ? refuse(error) : error
  }

/**
 * Corrects the error for a new name: over SMB, one that the server can't hold gives ENOENT, though
 * the folder for it is there.
 * @param folder that is to hold the name.
 * @param traitsOf reads what kind of file system it lies on.
 */
export async function asUnfitName(
  cause: unknown,
  folder: string,
  traitsOf: (folder: string) => Promise<Pick<FileSystemTraits, 'findsNoUnfitNames'>> = readTraits,
): Promise<unknown> {
  if (systemCode(cause) !== 'ENOENT' || !(cause instanceof Error)) return cause
  // A folder that was deleted is still there for who has it open, but has no name.
  const isUnfit = await Promise.all([traitsOf(folder), stat(folder)]).then(
    ([{ findsNoUnfitNames }, { nlink }]) => findsNoUnfitNames && nlink > 0,
    () => false,
  )
  return isUnfit ? new DiskError('EINVAL', cause.message) : cause
}

/** Whether a `FILE_SYSTEM_ERROR` is about the content of a file: a bad sector, a damaged entry. */
export const isDamage = hasCode('EIO', 'EUCLEAN', 'EBADMSG')

/** What is not there: `ESTALE` is what a network mount says of an open folder. */
const absent = ['ENOENT', 'ENOTDIR', 'ELOOP', 'ESTALE']

const ofAll = hasCode('', 'ENOSPC', 'EDQUOT', 'EROFS', 'EMFILE', 'ENFILE', 'ENOMEM', ...absent)

/**
 * Whether a `FILE_SYSTEM_ERROR` may be about one thing on the disk only: no permission, a bad sector,
 * a file that another program locks over SMB, a mount in a folder whose program has ended. Each file
 * system has codes of its own for that.
 */
export const isRefusal = (error: unknown): boolean => !ofAll(error)

/**
 * Whether a `FILE_SYSTEM_ERROR` is about something that is not there: another process may have moved
 * or deleted it after this one looked.
 */
export const isGone = hasCode('ENOENT', 'ESTALE')

/** Whether a `FILE_SYSTEM_ERROR` is about a disk, or a quota on it, that is full. */
export const isFull = hasCode('ENOSPC', 'EDQUOT')

/** Whether a `FILE_SYSTEM_ERROR` is about a name on another disk than the one before. */
export const isOnOtherDisk = hasCode('EXDEV')

/**
 * Runs work on the disk; what the operating system refuses becomes `FILE_SYSTEM_ERROR`.
 * @param path what it is about, for the log: relative to the uploads directory. Without one the
 * system's own words stay: of what lies elsewhere, or of that directory itself.
 */
export async function onDisk<T>(path: string | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw refusalOf(error, path)
  }
}

/** Makes the one failure that a client sees of the disk; the cause, which has the path, is for the log. */
function refusalOf(error: unknown, path: string | undefined): unknown {
  const code = systemCode(error)
  if (code === undefined) return error
  const cause = path === undefined ? error : named(error, path)
  return new AppError('FILE_SYSTEM_ERROR', sentences[code] ?? 'The disk failed. See the log.', {
    cause,
  })
}

/** Like `onDisk`, but `undefined` when the thing is not there, or another kind of thing is. */
export async function ifThere<T>(
  path: string,
  work: () => Promise<T | undefined>,
): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    return absentOr(error, path)
  }
}

/** Gives `undefined` for an error that says that a thing is not there. Throws any other as `onDisk`. */
export function absentOr(error: unknown, path: string): undefined {
  if (!absent.includes(systemCode(error) ?? '')) throw refusalOf(error, path)
}
