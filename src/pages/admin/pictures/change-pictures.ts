import type { MenuAction } from '../lib/controls/menu.tsx'
import { parentOf } from '../lib/location.ts'
import { t } from '../lib/messages.ts'
import { ApiError } from '../service/api-error.ts'
import type { Model, Picture } from '../service/model.ts'
import { originalUrl } from './grid/picture-urls.ts'

/** Why a picture can't be turned. */
const sentences = {
  wrong_format: () => t.picture.onlyJpeg,
  no_room: () => t.picture.noRoomToTurn,
  damaged: () => t.picture.damagedToTurn,
}

/**
 * Turns pictures by their files.
 * @param angle in degrees clockwise.
 * @throws {ApiError} with the reason where that can't be done with one of them.
 */
export async function rotate(model: Model, paths: string[], angle: 90 | -90): Promise<void> {
  for (const result of await model.rotate(paths, angle === 90 ? 90 : 270)) {
    if (result.status === 'not_found') throw new ApiError('IMAGE_NOT_FOUND')
    if (result.status === 'unsupported') {
      throw new ApiError('INVALID_REQUEST', { sentence: sentences[result.reason]() })
    }
  }
}

/** What hides pictures from frames and shows them there again; both of those that wait for a yes. */
export function hidingEntries(
  model: Model,
  pictures: readonly Picture[],
  act: (task: () => Promise<unknown>) => () => void,
): MenuAction[] {
  const paths = pictures.map(({ path }) => path)
  const mark = (hidden: boolean) => act(() => model.markImages(paths, { hidden, waiting: false }))
  const isShown = pictures.some(({ hidden, waiting }) => !hidden || waiting)
  const isHidden = pictures.some(({ hidden }) => hidden)
  return [
    ...(isHidden ? [{ label: t.picture.unhide, onClick: mark(false) }] : []),
    ...(isShown ? [{ label: t.picture.hide, onClick: mark(true) }] : []),
  ]
}

/** What makes a picture the cover of its album, where it is alone and can be one. */
export function coverEntries(
  model: Model,
  [picture, ...others]: readonly Picture[],
  act: (task: () => Promise<unknown>) => () => void,
): MenuAction[] {
  if (picture === undefined || others.length > 0) return []
  const { path, hidden, dimensions } = picture
  if (hidden || dimensions.width === 0 || parentOf(path) === '') return []
  return [{ label: t.picture.useAsCover, onClick: act(() => model.makeCover(path)) }]
}

/** The time between downloads, in milliseconds: browsers drop those that begin at one moment. */
const betweenDownloads = 300

export async function download(pictures: readonly Picture[]): Promise<void> {
  for (const { path, name } of pictures) {
    const link = document.createElement('a')
    link.href = originalUrl(path)
    link.download = name
    link.click()
    await new Promise((resolve) => setTimeout(resolve, betweenDownloads))
  }
}
