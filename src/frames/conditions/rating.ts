import { whole } from '../../lib/parse.ts'
import { condition } from './condition.ts'

/** With at least so many stars. */
export const rating = condition({
  parameters: {
    rating: {
      schema: whole(1, 5),
      takes: 'a number from 1 to 5',
      description: 'Only images with at least so many stars (`Rating` of their XMP data).',
      example: 4,
      label: 'Stars',
      control: { '': 'Any', 3: '3 stars or more', 4: '4 stars or more', 5: '5 stars' },
      inWords: 'with {} stars or more',
    },
  },
  read: (values) => {
    const stars = values.rating
    if (stars === undefined) return undefined
    return { value: stars, test: { needs: 'header', matches: (image) => image.rating >= stars } }
  },
})
