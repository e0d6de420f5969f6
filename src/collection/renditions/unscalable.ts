import { AppError } from '../../errors.ts'

/** Why a picture can't be scaled here however often it is tried, in words for the admin. */
export type UnscalableReason = 'too many pixels to be scaled' | 'can not be decoded'

/** The failure to scale a picture that fails again as long as the file stays as it is. */
export class UnscalableError extends AppError {
  readonly reason: UnscalableReason

  constructor(reason: UnscalableReason, cause: unknown) {
    super('INVALID_REQUEST', sentences[reason], { cause })
    this.reason = reason
  }
}

const sentences: Record<UnscalableReason, string> = {
  'too many pixels to be scaled':
    'The picture has too many pixels to be scaled here. Ask for the original.',
  'can not be decoded': 'The picture is damaged and can not be scaled. Ask for the original.',
}

/** Says what a failure of the decoder means; any other failure stays what it is. */
export function asUnscalable(cause: unknown): unknown {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  if (typeof code !== 'string' || !code.startsWith('ERR_IMAGE_')) return cause
  const isTooLarge = code === 'ERR_IMAGE_TOO_MANY_PIXELS'
  return new UnscalableError(
    isTooLarge ? 'too many pixels to be scaled' : 'can not be decoded',
    cause,
  )
}
