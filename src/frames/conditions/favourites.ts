import { z } from 'zod'
import { condition } from './condition.ts'

/** Only what somebody has marked as a favourite. */
export const favourites = condition({
  parameters: {
    favourites: {
      schema: z.enum(['only']),
      takes: 'only',
      description: 'Only images that are marked as favourites.',
      example: 'only',
      label: 'Favourites',
      control: { '': 'All photos', only: 'Favourites only' },
      inWords: '{}',
    },
  },
  read: (values) =>
    values.favourites && {
      value: values.favourites,
      test: { needs: 'marks', matches: ({ marks }) => marks.favourite },
    },
})
