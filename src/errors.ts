import { z } from 'zod'

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

const faults = () =>
  z
    .array(
      z.object({
        fileName: z.string().describe('The name of the file as sent.'),
        reason: z.string().describe('What is wrong with it.'),
      }),
    )
    .describe('All files that were refused.')

const waiting = () =>
  z.object({ retryAfter: z.int().positive().describe('Seconds to wait, as in `Retry-After`.') })

/** What is known of a failure beyond its sentence, for the codes that have more to say. */
export const errorDetails = {
  METHOD_NOT_ALLOWED: () =>
    z.object({ allow: z.array(z.string()).describe('The methods allowed here.') }),
  INVALID_FOLDER_NAME: () =>
    z.object({
      prohibitedChars: z.array(z.string()).describe('Characters that no folder name may have.'),
    }),
  FOLDER_NOT_EMPTY: () =>
    z.object({
      totalFolders: z.int().nonnegative().describe('Folders in it, at any depth.'),
      totalImages: z.int().nonnegative().describe('Images in it, at any depth.'),
      otherFiles: z.int().nonnegative().describe('Other files in it, hidden ones too.'),
    }),
  INVALID_FILE_TYPE: () => z.object({ files: faults() }),
  FILE_SIZE_EXCEEDED: () =>
    z.object({
      maxSize: z.string().describe('The largest size allowed, with its unit.'),
      fileSize: z.string().describe('The size of the first file that is too large, with its unit.'),
      fileName: z.string().describe('The name of that file as sent.'),
      files: faults(),
    }),
  TOO_MANY_ATTEMPTS: waiting,
  BUSY: waiting,
}

export type ErrorDetails = {
  [Code in keyof typeof errorDetails]: z.output<ReturnType<(typeof errorDetails)[Code]>>
}

/** A file of an upload that is refused, and why. */
export type FileFault = ErrorDetails['INVALID_FILE_TYPE']['files'][number]

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

/** Makes a test whether an error is a failure with one of these codes. */
export const isFailure =
  (...codes: ErrorCode[]) =>
  (error: unknown): boolean =>
    error instanceof AppError && codes.includes(error.code)

/**
 * ```ts
 * const names = await disk.names(path).catch(ignoring(isRefusal))
 * ```
 *
 * Leaves out errors of some kind. Throws any other.
 */
export const ignoring =
  (isMeant: (error: unknown) => boolean) =>
  (error: unknown): undefined => {
    if (!isMeant(error)) throw error
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
