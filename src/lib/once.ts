/** Makes a value at the first call and keeps it, unless it fails, as a promise may later. */
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
