import type { Failure } from '../../../app.ts'

/** A failure that the service answered with, or no answer at all. */
export class ApiError extends Error {
  readonly code: Failure['code'] | 'OFFLINE'
  /** How long to wait before asking again, in seconds; 0 where nothing is said. */
  readonly retryAfter: number

  constructor(code: Failure['code'] | 'OFFLINE', sentence: string, retryAfter = 0) {
    super(sentence)
    this.code = code
    this.retryAfter = retryAfter
  }
}

/** @param status of an answer that is not the service's own, such as that of a proxy. */
export const offline = (status = 0) =>
  new ApiError(
    'OFFLINE',
    status < 400
      ? 'The service does not answer. Check that you are in its network.'
      : `Something on the way to the service answered in its place (status ${status}). Try again in a moment.`,
  )

/** The sentence of a failure, for a person. */
export const sentenceOf = (error: unknown): string =>
  error instanceof ApiError ? error.message : 'Something went wrong. Reload the page.'
