/** Gives the operating system's code of an error (`ENOENT`, …), or `undefined` for any other error. */
export function systemCode(error: unknown): string | undefined {
  // Closing a file has failed, too.
  if (error instanceof SuppressedError) return systemCode(error.suppressed)
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' && /^E[A-Z\d]+$/.test(code) ? code : undefined
}

/** Leaves out what the operating system refuses. Throws any other error. */
export function ignoreSystemError(error: unknown): undefined {
  if (systemCode(error) === undefined) throw error
}

/**
 * ```ts
 * const isMade = await mkdir(path).then(() => true, onCode('EEXIST', false))
 * ```
 *
 * Gives a value for an error with one of these codes of the operating system. Throws any other error.
 */
export const onCode =
  <T>(codes: string, value: T) =>
  (error: unknown): T => {
    if (codes.split(' ').includes(systemCode(error) ?? '')) return value
    throw error
  }
