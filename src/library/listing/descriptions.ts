import { imagePath, type Folder, type Image } from '../tree/nodes.ts'
import { wallText } from '../wall-time.ts'
import type { FolderEntry, ImageEntry } from '../types.ts'

/**
 * @param covers the paths of the images that stand for it.
 * @param newest when its newest image was taken, in wall time; 0 where that is not known.
 */
export const describeFolder = (folder: Folder, covers: string[], newest: number): FolderEntry => ({
  name: folder.name,
  path: folder.path,
  imageCount: folder.imageCount,
  subfolderCount: folder.folders.size,
  cover: covers[0] ?? null,
  covers,
  newest: newest === 0 ? null : wallText(newest),
  lastModified: new Date(folder.mtimeMs).toISOString(),
})

/**
 * @param taken when it was taken by EXIF, as text.
 * @param date in wall time; 0 for none.
 */
export const describeImage = (image: Image, taken: string | null, date: number): ImageEntry => ({
  name: image.name,
  path: imagePath(image),
  size: image.size,
  dimensions: { width: image.width, height: image.height },
  taken,
  date: date === 0 ? null : wallText(date),
  hidden: image.marks.hidden,
  favourite: image.marks.favourite,
  ...(image.marks.waiting && { waiting: true }),
  ...(image.marks.invitation && { invitation: image.marks.invitation }),
  lastModified: new Date(image.mtimeMs).toISOString(),
})
