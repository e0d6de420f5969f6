import type { Failure } from '../../../app.ts'
import { t } from '../lib/messages.ts'

/** A failure that the service answered with, or no answer at all. */
export class ApiError extends Error {
  readonly code: Failure['code'] | 'OFFLINE'
  /** What the page itself says of it, in place of the usual sentence. */
  readonly sentence: string = ''
  /** How long to wait before asking again, in seconds; 0 where nothing is said. */
  readonly retryAfter: number = 0
  /** Of an answer that is not the service's own, such as that of a proxy; 0 without one. */
  readonly status: number = 0

  constructor(
    code: ApiError['code'],
    more: Partial<Pick<ApiError, 'sentence' | 'retryAfter' | 'status'>> = {},
  ) {
    super(code)
    this.code = code
    Object.assign(this, more)
  }
}

/** The code of a failure that the service answered with; of any other error, nothing. */
export const codeOf = (error: unknown): ApiError['code'] | undefined =>
  error instanceof ApiError ? error.code : undefined

/** @param status of an answer that is not the service's own, such as that of a proxy. */
export const offline = (status = 0) => new ApiError('OFFLINE', { status })

/** What failures are called in the language in use; of any other, no more than that is to be said. */
const sentences: Readonly<Partial<Record<ApiError['code'], (error: ApiError) => string>>> = {
  AUTHENTICATION_FAILED: () => t.errors.wrongPassword,
  AUTHENTICATION_REQUIRED: () => t.errors.loggedOut,
  CROSS_ORIGIN: () => t.errors.otherSite,
  FOLDER_NOT_FOUND: () => t.errors.folderGone,
  IMAGE_NOT_FOUND: () => t.errors.pictureGone,
  FRAME_NOT_FOUND: () => t.errors.frameGone,
  INVALID_FOLDER_NAME: () => t.errors.nameTaken,
  MISSING_IMAGES_PARAMETER: () => t.errors.tooMany,
  INVALID_FILE_TYPE: () => t.errors.noPicture,
  FILE_SIZE_EXCEEDED: () => t.errors.tooLarge,
  BODY_TOO_LARGE: () => t.errors.tooMany,
  TOO_MANY_ATTEMPTS: () => t.errors.tooManyLogins,
  BUSY: () => t.errors.busy,
  FILE_SYSTEM_ERROR: () => t.errors.disk,
  INTERNAL_ERROR: () => t.errors.failed,
  OFFLINE: ({ status }) => (status < 400 ? t.errors.offline : t.errors.otherAnswer(`${status}`)),
}

/** The sentence of a failure, for a person. */
export const sentenceOf = (error: unknown): string =>
  error instanceof ApiError
    ? error.sentence || (sentences[error.code]?.(error) ?? t.errors.refused)
    : t.errors.unexpected

/** How long a name may be, in bytes. */
const maxName = 255

/** Says what is wrong with a name that the service has refused; throws any other failure as it is. */
export const ofName = (name: string) => (error: unknown) => {
  if (codeOf(error) !== 'INVALID_FOLDER_NAME') throw error
  const [sign] = /[<>:"|?*\\]/.exec(name) ?? []
  const isLong = new TextEncoder().encode(name).length > maxName
  const sentence = /^[ .]|[ .]$/.test(name) ? t.errors.nameEdge : isLong ? t.errors.nameLong : ''
  throw new ApiError('INVALID_FOLDER_NAME', { sentence: sign ? t.errors.nameSign(sign) : sentence })
}
