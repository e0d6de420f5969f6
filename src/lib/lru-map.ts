/** Puts a pair into a map of at most so many; the one that was put there longest ago goes first. */
export function remember<Key, Value>(
  known: Map<Key, Value>,
  maxSize: number,
  key: Key,
  value: Value,
): void {
  known.delete(key)
  known.set(key, value)
  for (const oldest of known.keys()) {
    if (known.size <= maxSize) return
    known.delete(oldest)
  }
}
