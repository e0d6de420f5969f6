export const orders = ['newest', 'oldest', 'name'] as const
export type DateOrder = (typeof orders)[number]

/** Something with the date that frames go by. */
interface Dated {
  date: string | null
}

/** The month of a date, such as `2024-06`; `''` without one. */
export const monthOf = ({ date }: Dated) => date?.slice(0, '2024-06'.length) ?? ''

/** Pictures below one heading. */
export interface PictureGroup {
  /** Such as `2024-06`, `''` for those without a date; `undefined` where dates don't matter. */
  month: string | undefined
  /** The last of several months that share the heading. */
  until?: string | undefined
  first: number
  count: number
}

/** Sorts pictures that come by name. Those without a date are last. */
export function sortPictures<Picture extends Dated>(
  pictures: readonly Picture[],
  order: DateOrder,
): readonly Picture[] {
  if (order === 'name') return pictures
  const sign = order === 'newest' ? -1 : 1
  return pictures.toSorted(({ date: one }, { date: other }) => {
    if (one === other) return 0
    if (one === null || other === null) return one === null ? 1 : -1
    return one < other ? -sign : sign
  })
}

/** Sorts albums that come by name, by their newest picture. Those without a date are last. */
export const sortAlbums = <Album extends { newest: string | null }>(
  albums: readonly Album[],
  order: DateOrder,
) =>
  sortPictures(
    albums.map((album) => ({ ...album, date: album.newest })),
    order,
  )

/** Groups pictures that are sorted by date; by name, they are one group. */
export function groupByMonth(pictures: readonly Dated[], order?: DateOrder): PictureGroup[] {
  if (order === 'name') return [{ month: undefined, first: 0, count: pictures.length }]
  const groups: PictureGroup[] = []
  for (const [first, picture] of pictures.entries()) {
    const month = monthOf(picture)
    const last = groups.at(-1)
    if (last !== undefined && last.month === month) last.count += 1
    else groups.push({ month, first, count: 1 })
  }
  return groups
}

/** How many pictures a month has at most that shares a heading. */
const few = 2

/** Puts months of a year that have few pictures each, one after the other, under one heading. */
export function joinSmallMonths(groups: readonly PictureGroup[]): PictureGroup[] {
  const joined: PictureGroup[] = []
  for (const [index, group] of groups.entries()) {
    const { month = '', count } = group
    const [last, before] = [joined.at(-1), groups[index - 1]]
    const isSmall = month !== '' && count <= few && before !== undefined && before.count <= few
    if (last !== undefined && isSmall && before.month?.slice(0, 4) === month.slice(0, 4)) {
      last.until = month
      last.count += count
    } else joined.push({ ...group })
  }
  return joined
}
