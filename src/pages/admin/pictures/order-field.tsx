import { t } from '../lib/messages.ts'
import { orders, type DateOrder } from './grid/months.ts'

const storageKey = 'order'

const labels = {
  newest: () => t.rows.newest,
  oldest: () => t.rows.oldest,
  name: () => t.rows.name,
}

/** The order that was chosen on this device. */
export const chosenOrder = (): DateOrder =>
  orders.find((each) => each === localStorage.getItem(storageKey)) ?? 'newest'

/** Chooses the order of pictures, on this device. */
export const OrderField = ({
  order,
  onOrder,
}: {
  order: DateOrder
  onOrder: (order: DateOrder) => void
}) => (
  <select
    class="quiet order"
    aria-label={t.rows.order}
    value={order}
    onChange={({ currentTarget }) => {
      localStorage.setItem(storageKey, currentTarget.value)
      onOrder(chosenOrder())
    }}
  >
    {orders.map((each) => (
      <option value={each}>{labels[each]()}</option>
    ))}
  </select>
)
