import { t } from '../lib/messages.ts'
import { ApiError } from '../service/api-error.ts'
import type { Model } from '../service/model.ts'

/** Why a picture can't be turned. */
const sentences = {
  wrong_format: () => t.picture.onlyJpeg,
  no_room: () => t.picture.noRoomToTurn,
  damaged: () => t.picture.damagedToTurn,
}

/**
 * Turns a picture by its file.
 * @param angle in degrees clockwise.
 * @throws {ApiError} with the reason where that can't be done.
 */
export async function rotate(model: Model, path: string, angle: 90 | -90): Promise<void> {
  const [result] = await model.rotate(path, angle === 90 ? 90 : 270)
  if (result?.status === 'not_found') throw new ApiError('IMAGE_NOT_FOUND')
  if (result?.status === 'unsupported') {
    throw new ApiError('INVALID_REQUEST', { sentence: sentences[result.reason]() })
  }
}
