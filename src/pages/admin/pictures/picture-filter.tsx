import { Button } from '../lib/controls/button.tsx'
import { formatNumber } from '../lib/format-text.ts'
import { t } from '../lib/messages.ts'
import type { Picture } from './grid/thumbnail.tsx'

const tests = {
  All: () => true,
  Favourites: ({ favourite }: Picture) => favourite,
  Hidden: ({ hidden }: Picture) => hidden,
  Guests: ({ invitation }: Picture) => invitation !== undefined,
}

/** Which pictures of a folder are shown. */
export type Filter = keyof typeof tests

/** Says whether a filter leaves a picture. */
export const matches = (picture: Picture, filter: Filter) => tests[filter](picture)

const labels = {
  All: () => t.folder.all,
  Favourites: () => t.folder.favourites,
  Hidden: () => t.folder.hidden,
  Guests: () => t.invite.guests,
}

const filters = ['All', 'Favourites', 'Hidden', 'Guests'] as const

interface FilterProps {
  pictures: readonly Picture[]
  filter: Filter
  onFilter: (filter: Filter) => void
}

/** Lets a person look at marked pictures only, where there are some. */
export function FilterButtons({ pictures, filter, onFilter }: FilterProps) {
  const shown = filters.flatMap((each) => {
    const count = pictures.filter(tests[each]).length
    return each === 'All' || each === filter || count > 0 ? [{ each, count }] : []
  })
  if (shown.length === 1) return null
  return (
    <div class="buttons" role="group" aria-label={t.folder.filter}>
      {shown.map(({ each, count }) => (
        <Button
          label={`${labels[each]()} ${formatNumber(count)}`}
          isOn={each === filter}
          onClick={() => onFilter(each)}
        />
      ))}
    </div>
  )
}
