import { AppError, invalidRequest } from '../../errors.ts'
import type { Obstacle } from '../../formats/format.ts'

/** The failure to scale a picture that fails again as long as the file stays as it is. */
export class UnscalableError extends AppError {
  readonly obstacle: Obstacle

  constructor(obstacle: Obstacle, cause?: unknown) {
    super('INVALID_REQUEST', sentences[obstacle] ?? cannotBeScaled(obstacle), { cause })
    this.obstacle = obstacle
  }
}

/** The failure to scale a picture for want of memory or of a decoder that runs: it may not fail again. */
export class UnscalableNowError extends AppError {
  constructor(sentence: string) {
    super('INVALID_REQUEST', sentence)
  }
}

const cannotBeScaled = (obstacle: Obstacle) =>
  `The picture can not be scaled: ${obstacle}. Ask for the original.`

const sentences: Partial<Record<Obstacle, string>> = {
  'too many pixels': 'The picture has too many pixels to be scaled here. Ask for the original.',
  'too many scans':
    'The picture would take too long to be scaled. Ask for the original, or save it anew.',
  'the decoder gives no picture of it':
    'The decoder of this device gives no picture of the file. Ask for the original, or save it as JPEG.',
  'it takes too long to decode':
    'The picture takes too long to decode here. Ask for the original, or save it as JPEG.',
  'the service ended while scaling it':
    'The service ended while it scaled this picture. Ask for the original, or save it anew.',
  'its data is damaged': 'The picture is damaged and can not be scaled. Ask for the original.',
}

const obstacles = new Map<string, Obstacle>([
  ['ERR_IMAGE_TOO_MANY_PIXELS', 'too many pixels'],
  ['ERR_IMAGE_DECODE_FAILED', 'its data is damaged'],
  ['ERR_IMAGE_UNKNOWN_FORMAT', 'its data is damaged'],
])

/** Says what a failure of the decoder or encoder means; any other failure stays what it is. */
export function asUnscalable(cause: unknown): unknown {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  if (typeof code !== 'string' || !code.startsWith('ERR_IMAGE_')) return cause
  const obstacle = obstacles.get(code)
  if (obstacle !== undefined) return new UnscalableError(obstacle, cause)
  return invalidRequest(
    'The picture can not be scaled to this. Ask for another size or format, or for the original.',
    cause,
  )
}
