export const orders = ['newest', 'oldest', 'name'] as const
export type DateOrder = (typeof orders)[number]

/** Something with the date that frames go by. */
interface Dated {
  date: string | null
}

/** Pictures below one heading. */
export interface PictureGroup {
  /** Such as `2024-06`, `''` for those without a date; `undefined` where dates don't matter. */
  month: string | undefined
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

/** Groups pictures that are sorted by date. */
export function groupByMonth(pictures: readonly Dated[]): PictureGroup[] {
  const groups: PictureGroup[] = []
  for (const [first, { date }] of pictures.entries()) {
    const month = date?.slice(0, '2024-06'.length) ?? ''
    const last = groups.at(-1)
    if (last !== undefined && last.month === month) last.count += 1
    else groups.push({ month, first, count: 1 })
  }
  return groups
}
