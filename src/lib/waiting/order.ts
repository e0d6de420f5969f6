import type { Priority, Waiter } from './waiter.ts'

/** Who waits, with what decides when that one is served. */
export interface InOrder {
  waiter: Waiter
  /** When the client was served last, by the number of all that were. */
  client: { lastServed: number }
}

/** Of so many in a row, four begin with the waiters of normal priority, and one with the low. */
const cycle = 16

/** Which waiters are served: those of the first priority that has any. */
function orderOf(number: number): readonly Priority[] {
  if (number % cycle === 2) return ['low', 'high', 'normal']
  return number % 4 === 0 ? ['normal', 'high', 'low'] : ['high', 'normal', 'low']
}

/** Of several that wait, the one that is served as that of a number. */
export function firstOf<Each extends InOrder>(
  waiting: readonly Each[],
  number: number,
): Each | undefined {
  const sorted = waiting.toSorted((one, other) => one.client.lastServed - other.client.lastServed)
  const [first] = orderOf(number).flatMap(
    (priority) => sorted.find(({ waiter }) => (waiter.priority ?? 'normal') === priority) ?? [],
  )
  return first
}

/** What waits of the client that has the most of it, of several the last. */
export function ofMost<Each extends { waiter: Waiter }>(waiting: readonly Each[]): readonly Each[] {
  const clients = Map.groupBy(waiting, ({ waiter }) => waiter.client ?? '')
  return [...clients.values()].reduce((one, other) => (other.length >= one.length ? other : one))
}
