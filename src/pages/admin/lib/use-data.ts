import { useEffect, useRef, useState } from 'preact/hooks'
import { ApiError, sentenceOf } from '../service/api-error.ts'

/**
 * Loads data at first and whenever an input changes. A result that comes after that of a later call
 * is dropped.
 * @param isKept whether data stays until that of the changed inputs has come.
 */
export function useData<Data>(
  load: () => Promise<Data>,
  inputs: readonly unknown[],
  isKept = false,
) {
  const [data, setData] = useState<Data | undefined>(undefined)
  const [failure, setFailure] = useState('')
  const [isGone, setGone] = useState(false)
  const latest = useRef(0)
  const reload = async () => {
    const own = (latest.current ?? 0) + 1
    latest.current = own
    try {
      const loaded = await load()
      if (latest.current !== own) return
      setData(loaded)
      setFailure('')
      setGone(false)
    } catch (error) {
      if (latest.current !== own) return
      setFailure(sentenceOf(error))
      if (!(error instanceof ApiError) || error.code !== 'FOLDER_NOT_FOUND') return
      // A folder that is gone is not shown; data that can't be loaded for a moment stays.
      setData(undefined)
      setGone(true)
    }
  }
  useEffect(() => {
    if (!isKept) setData(undefined)
    setFailure('')
    setGone(false)
    void reload()
  }, inputs)
  return { data, failure, isGone, reload }
}
