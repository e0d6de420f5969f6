import { Button } from '../lib/button.tsx'
import type { Picture } from './thumbnail.tsx'

const tests = {
  All: () => true,
  Favourites: ({ favourite }: Picture) => favourite,
  Hidden: ({ hidden }: Picture) => hidden,
}

/** Which pictures of a folder are shown. */
export type Filter = keyof typeof tests

/** Says whether a filter leaves a picture. */
export const matches = (picture: Picture, filter: Filter) => tests[filter](picture)

const filters = ['All', 'Favourites', 'Hidden'] as const

interface FilterProps {
  pictures: readonly Picture[]
  filter: Filter
  onFilter: (filter: Filter) => void
}

/** Lets a person look at marked pictures only, where there are some. */
export function FilterButtons({ pictures, filter, onFilter }: FilterProps) {
  const counts = filters.map((each) => pictures.filter(tests[each]).length)
  if (filter === 'All' && counts[1] === 0 && counts[2] === 0) return null
  return (
    <div class="buttons" role="group" aria-label="Which pictures">
      {filters.map((each, index) => (
        <Button
          label={`${each} ${counts[index]?.toLocaleString()}`}
          isOn={each === filter}
          onClick={() => onFilter(each)}
        />
      ))}
    </div>
  )
}
