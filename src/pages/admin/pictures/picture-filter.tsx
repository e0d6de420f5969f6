import { Button } from '../lib/controls/button.tsx'
import { formatNumber } from '../lib/format-text.ts'
import { t } from '../lib/messages.ts'

const labels = {
  All: () => t.folder.all,
  Favourites: (count: number) => `${t.folder.favourites} ${formatNumber(count)}`,
  Hidden: (count: number) => `${t.folder.hidden} ${formatNumber(count)}`,
  Waiting: (count: number) => t.folder.waiting(count),
}

/** Which pictures are shown. */
export type Filter = keyof typeof labels

const filters = ['All', 'Favourites', 'Hidden', 'Waiting'] as const

interface FilterProps {
  /** How many pictures each filter leaves. */
  counts: Readonly<Record<Filter, number>>
  filter: Filter
  onFilter: (filter: Filter) => void
}

/** Lets a person look at marked pictures only, where there are some. */
export function FilterButtons({ counts, filter, onFilter }: FilterProps) {
  const shown = filters.filter((each) => each === 'All' || each === filter || counts[each] > 0)
  if (shown.length === 1) return null
  return (
    <div class="buttons" role="group" aria-label={t.folder.filter}>
      {shown.map((each) => (
        <Button
          label={labels[each](counts[each])}
          isOn={each === filter}
          onClick={() => onFilter(each)}
        />
      ))}
    </div>
  )
}
