import { z } from 'zod'
import { orders } from '../../library/order/sort-order.ts'
import { condition } from './condition.ts'

/** The order within a round. */
export const order = condition({
  parameters: {
    order: {
      schema: z.enum(orders),
      takes: 'shuffle, newest, oldest or name',
      note: { description: 'The order within a round. Default: `shuffle`.', example: 'newest' },
      label: 'Order',
      control: {
        kind: 'choice',
        choices: {
          '': 'Shuffled',
          newest: 'Newest first',
          oldest: 'Oldest first',
          name: 'By name',
        },
      },
      inWords: '{}',
    },
  },
  read: (values) =>
    values.order === undefined || values.order === 'shuffle'
      ? undefined
      : { value: values.order, order: values.order },
})
