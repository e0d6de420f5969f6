import type { MenuAction } from '../lib/controls/menu.tsx'
import { t } from '../lib/messages.ts'
import { ApiError } from '../service/api-error.ts'
import type { Model, Picture } from '../service/model.ts'
import { noteTurn, originalUrl } from './grid/picture-urls.ts'

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
export async function rotate(model: Model, images: string[], angle: 90 | -90): Promise<void> {
  const json = { images, turn: angle === 90 ? 90 : 270 } as const
  const { rotatedImages } = await model.change((api) => api.images.rotate.$post({ json }))
  images.forEach(noteTurn)
  for (const result of rotatedImages) {
    if (result.status === 'not_found') throw new ApiError('IMAGE_NOT_FOUND')
    if (result.status === 'unsupported') {
      throw new ApiError('INVALID_REQUEST', { sentence: sentences[result.reason]() })
    }
  }
}

/**
 * What hides pictures from frames and shows them there again, both of those that wait for a yes, and what
 * makes one the cover of its album.
 */
export function markEntries(
  model: Model,
  pictures: readonly Picture[],
  act: (task: () => Promise<unknown>) => () => void,
): MenuAction[] {
  const paths = pictures.map(({ path }) => path)
  const mark = (hidden: boolean) => act(() => model.markImages(paths, { hidden, waiting: false }))
  const isShown = pictures.some(({ hidden, waiting }) => !hidden || waiting)
  const isHidden = pictures.some(({ hidden }) => hidden)
  const isCover = ({ path, dimensions }: Picture) => path.includes('/') && dimensions.width > 0
  const canCover = pictures.length === 1 && !isHidden && pictures.every(isCover)
  const cover = act(() => model.makeCover(paths.join('')))
  return [
    ...(isHidden ? [{ label: t.picture.unhide, onClick: mark(false) }] : []),
    ...(isShown ? [{ label: t.picture.hide, onClick: mark(true) }] : []),
    ...(canCover ? [{ label: t.picture.useAsCover, onClick: cover }] : []),
  ]
}

/** The time between downloads, in milliseconds: browsers drop those that begin at one moment. */
const betweenDownloads = 300

/** Has the browser store the files of pictures, one after the other. */
export async function download(pictures: readonly Picture[]): Promise<void> {
  for (const { path, name } of pictures) {
    const link = document.createElement('a')
    link.href = originalUrl(path)
    link.download = name
    link.click()
    await new Promise((resolve) => setTimeout(resolve, betweenDownloads))
  }
}
