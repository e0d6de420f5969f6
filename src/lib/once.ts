/**
 * Makes a value at the first call and keeps it; a failure is not kept, also not that of a promise, so
 * the next call tries again.
 */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    if (made === undefined) {
      const { value } = (made = { value: make() })
      if (value instanceof Promise) value.catch(() => (made = undefined))
    }
    return made.value
  }
}
