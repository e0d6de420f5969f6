import type { ErrorDetails } from './error-details.ts'

/** Every way a request can fail, as a client sees it in `code`. */
export const errorCodes = [
  'INVALID_REQUEST',
  'AUTHENTICATION_FAILED',
  'AUTHENTICATION_REQUIRED',
  'CROSS_ORIGIN',
  'FOLDER_NOT_FOUND',
  'NO_IMAGES_AVAILABLE',
  'IMAGE_NOT_FOUND',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
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

interface Cause {
  /** What went wrong underneath; it goes to the log and never to a client. */
  cause?: unknown
}

/** A code, its sentence, and the details that this code has, if it has any. */
type AppErrorArguments = {
  [Code in ErrorCode]: Code extends keyof ErrorDetails
    ? [code: Code, message: string, options: Cause & { details: ErrorDetails[Code] }]
    : [code: Code, message: string, options?: Cause & { details?: never }]
}[ErrorCode]

/**
 * A failure that a client is told about. `message` is the sentence that the client reads, so it
 * says what to do and never holds a disk path, a stack or the words of a library.
 */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly details: ErrorDetails[keyof ErrorDetails] | undefined

  constructor(...[code, message, options]: AppErrorArguments) {
    super(message, { cause: options?.cause })
    this.code = code
    this.details = options?.details
  }
}
