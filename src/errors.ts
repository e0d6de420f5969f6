/** Every way a request can fail, as a client sees it in `code`. */
export const errorCodes = [
  'INVALID_REQUEST',
  'AUTHENTICATION_FAILED',
  'AUTHENTICATION_REQUIRED',
  'CROSS_ORIGIN',
  'FOLDER_NOT_FOUND',
  'NO_IMAGES_AVAILABLE',
  'IMAGE_NOT_FOUND',
  'FRAME_NOT_FOUND',
  'INVITATION_NOT_FOUND',
  'TOKEN_NOT_FOUND',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'FOLDER_NOT_EMPTY',
  'INVALID_FOLDER_NAME',
  'MISSING_IMAGES_PARAMETER',
  'NO_FILES',
  'INVALID_FILE_TYPE',
  'FILE_SIZE_EXCEEDED',
  'BODY_TOO_LARGE',
  'TOO_MANY_ATTEMPTS',
  'BUSY',
  'FILE_SYSTEM_ERROR',
  'INTERNAL_ERROR',
] as const

export type ErrorCode = (typeof errorCodes)[number]

/** A file of an upload that is refused, and why. */
export interface FileFault {
  fileName: string
  reason: string
}

/** What is known of a failure beyond its sentence, for the codes that have more to say. */
export interface ErrorDetails {
  METHOD_NOT_ALLOWED: { allow: string[] }
  INVALID_FOLDER_NAME: { prohibitedChars: string[] }
  /** What the folder holds, at any depth. */
  FOLDER_NOT_EMPTY: { totalFolders: number; totalImages: number; otherFiles: number }
  INVALID_FILE_TYPE: { files: FileFault[] }
  /** Sizes carry a unit. `fileSize` and `fileName` are those of the first file in `files`. */
  FILE_SIZE_EXCEEDED: { maxSize: string; fileSize: string; fileName: string; files: FileFault[] }
  /** In seconds, as in `BUSY`. */
  TOO_MANY_ATTEMPTS: { retryAfter: number }
  BUSY: { retryAfter: number }
}

interface Cause {
  /** What went wrong underneath. It goes to the log and never to a client. */
  cause?: unknown
}

/** A code, a sentence in place of the usual one, and the details that the code has. */
type AppErrorArguments = {
  [Code in ErrorCode]: Code extends keyof ErrorDetails
    ? [code: Code, sentence: string | undefined, options: Cause & { details: ErrorDetails[Code] }]
    : [code: Code, sentence?: string | undefined, options?: Cause & { details?: never }]
}[ErrorCode]

/**
 * A failure that is reported to a client. Its sentence says what the client should do, so it never holds a
 * disk path, a stack or the words of a library.
 */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly sentence: string | undefined
  readonly details: ErrorDetails[keyof ErrorDetails] | undefined

  constructor(...[code, sentence, options]: AppErrorArguments) {
    super(sentence ?? code, { cause: options?.cause })
    this.code = code
    this.sentence = sentence
    this.details = options?.details
  }
}

/**
 * Refuses work that has to wait for other work.
 * @param sentence what the work waits for and what to do, up to the time: `… Try again`.
 * @param retryAfter in seconds.
 */
export const busy = (sentence: string, retryAfter: number) =>
  new AppError('BUSY', `${sentence} in ${retryAfter} s.`, { details: { retryAfter } })

/**
 * Refuses a request that is malformed, or has a value out of range.
 * @param sentence what to do instead; the usual one unless given.
 */
export const invalidRequest = (sentence?: string, cause?: unknown) =>
  new AppError('INVALID_REQUEST', sentence, { cause })
