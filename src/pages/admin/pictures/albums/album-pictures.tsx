import { useMemo } from 'preact/hooks'
import type { Model } from '../../service/model.ts'
import type { Picture } from '../../service/listing.ts'
import { groupByMonth, sortPictures, type DateOrder } from '../grid/months.ts'
import { PictureCollection } from '../picture-collection.tsx'

interface AlbumProps {
  model: Model
  /** The path of the album: another one needs another `key`. */
  name: string
  /** By name. */
  pictures: readonly Picture[]
  order: DateOrder
  /** The path of the one that is open. */
  opened: string | undefined
}

/** The pictures of an album. */
export function AlbumPictures({ pictures: all, order, ...props }: AlbumProps) {
  const pictures = useMemo(() => sortPictures(all, order), [all, order])
  const groups = useMemo(
    () =>
      order === 'name'
        ? [{ month: undefined, first: 0, count: pictures.length }]
        : groupByMonth(pictures),
    [pictures, order],
  )
  return <PictureCollection {...props} pictures={pictures} groups={groups} />
}
