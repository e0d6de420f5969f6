import { useEffect, useRef, useState } from 'preact/hooks'
import { ApiError, sentenceOf } from '../service/api-error.ts'

const isOfGone = (error: unknown) => error instanceof ApiError && error.code === 'FOLDER_NOT_FOUND'

/**
 * Loads data at first and whenever an input changes. A result that comes after that of a later call
 * is dropped.
 */
export function useData<Data>(load: () => Promise<Data>, inputs: readonly unknown[]) {
  const [data, setData] = useState<Data | undefined>(undefined)
  const [error, setError] = useState<unknown>(undefined)
  const latest = useRef(0)
  const reload = async () => {
    const own = (latest.current ?? 0) + 1
    latest.current = own
    const set = (next: Data | undefined, failure?: unknown) => {
      if (latest.current !== own) return
      setError(failure)
      // A folder that is gone is not shown; data that can't be loaded for a moment stays.
      if (failure === undefined || isOfGone(failure)) setData(next)
    }
    await load().then(set, (failure: unknown) => set(undefined, failure))
  }
  useEffect(() => {
    setData(undefined)
    setError(undefined)
    void reload()
  }, inputs)
  const failure = error === undefined ? '' : sentenceOf(error)
  return { data, failure, isGone: isOfGone(error), reload }
}
