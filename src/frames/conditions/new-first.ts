import { z } from 'zod'
import { condition } from './condition.ts'

/** Pictures that came after the round began are dealt before the rest of it, as they came. */
export const newFirst = condition({
  parameters: {
    new: {
      schema: z.enum(['first']),
      takes: 'first',
      note: {
        description:
          'Deals images that came after the round began before the rest of it, in the order in which ' +
          'they came.',
        example: 'first',
      },
      label: 'New pictures',
      control: { kind: 'choice', choices: { '': 'Where they belong', first: 'First' } },
      inWords: 'new ones {}',
    },
  },
  read: (values) => values.new && { value: values.new, isNewFirst: true },
})
