import { useLayoutEffect, useState } from 'preact/hooks'

/** Tells its viewers that something has changed. */
export class Store {
  readonly #viewers = new Set<() => void>()

  readonly changed = (): void => {
    for (const view of this.#viewers) view()
  }

  subscribe(view: () => void): () => void {
    this.#viewers.add(view)
    return () => this.#viewers.delete(view)
  }
}

/** Draws a component again whenever a store has changed. */
export function useStore(store: Store): void {
  const [, setVersion] = useState(0)
  useLayoutEffect(() => store.subscribe(() => setVersion((version) => version + 1)), [store])
}
