import { z } from 'zod'
import { orders } from '../../library/order/sort-order.ts'
import { condition } from './condition.ts'

/** The order within a round. */
export const order = condition({
  parameters: {
    order: {
      schema: z.enum(orders),
      takes: 'shuffle, newest, oldest or name',
      description: 'The order within a round. Default: `shuffle`.',
      example: 'newest',
      label: 'Order',
      control: {
        '': 'Shuffled',
        newest: 'Newest first',
        oldest: 'Oldest first',
        name: 'By name',
      },
      inWords: '{}',
    },
  },
  read: ({ order: wanted = 'shuffle' }) =>
    wanted === 'shuffle' ? undefined : { value: wanted, order: wanted },
})

/** Pictures that came after the round began are dealt before the rest of it, as they came. */
export const newFirst = condition({
  parameters: {
    new: {
      schema: z.enum(['first']),
      takes: 'first',
      description:
        'Deals images that came after the round began before the rest of it, in the order in which ' +
        'they came.',
      example: 'first',
      label: 'New photos',
      control: { '': 'Where they belong', first: 'New ones first' },
      inWords: 'new ones {}',
    },
  },
  read: (values) => values.new && { value: values.new, isNewFirst: true },
})
