import type { Failure } from '../../../app.ts'

/** A failure that the service answered with, or no answer at all. */
export class ApiError extends Error {
  readonly code: Failure['code'] | 'OFFLINE'

  constructor(code: Failure['code'] | 'OFFLINE', sentence: string) {
    super(sentence)
    this.code = code
  }
}

export const offline = () =>
  new ApiError('OFFLINE', 'The service does not answer. Check that you are in its network.')
