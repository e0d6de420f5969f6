/** Takes back one step of a change. */
export type Undo = () => Promise<unknown>

/**
 * ```ts
 * await allOrNothing(async (onFailure) => {
 *   await rename('a', 'b')
 *   onFailure(() => rename('b', 'a'))
 *   await record('b') // Where this fails, the file is called `a` again.
 * })
 * ```
 *
 * Runs a change of several steps. When it fails, takes back the steps that it registered, the last
 * one first, and goes on with the others where one can't be taken back.
 * @param change registers how to take back each of its steps with `onFailure`.
 * @throws what the change throws.
 */
export async function allOrNothing<T>(
  change: (onFailure: (undo: Undo) => void) => Promise<T>,
): Promise<T> {
  const steps: Undo[] = []
  try {
    return await change((undo) => steps.push(undo))
  } catch (error) {
    for (const undo of steps.toReversed()) await undo().catch(() => undefined)
    throw error
  }
}
