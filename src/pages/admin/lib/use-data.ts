import { useEffect, useRef, useState } from 'preact/hooks'
import { codeOf, sentenceOf } from '../service/api-error.ts'
import { pauseAfter } from './pause-after.ts'
import type { Store } from './store.ts'

const isOfGone = (error: unknown) => codeOf(error) === 'FOLDER_NOT_FOUND'

/**
 * Loads data at first and whenever an input changes. A result that comes after that of a later call
 * is dropped.
 * @param store whose changes are reasons to load it again.
 */
export function useData<Data>(
  load: () => Promise<Data>,
  inputs: readonly unknown[],
  store?: Store,
) {
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
    return store?.subscribe(() => void reload())
  }, inputs)
  const failure = error === undefined ? '' : sentenceOf(error)
  return { data, failure, isGone: isOfGone(error), reload }
}

/** Runs what a person asks for, and knows whether it is under way and why it failed. */
export function useTask() {
  const [failure, setFailure] = useState('')
  const [isBusy, setBusy] = useState(false)
  const run = async (task: () => Promise<unknown>): Promise<void> => {
    setBusy(true)
    setFailure(await task().then(() => '', sentenceOf))
    setBusy(false)
  }
  /** Gives what runs a task once something is pressed. */
  const act = (task: () => Promise<unknown>) => () => void run(task)
  /** Runs a task with what a form has, in place of sending it. */
  const submit = (task: (form: FormData) => Promise<unknown>) => (event: Event) => {
    event.preventDefault()
    const { target } = event
    if (target instanceof HTMLFormElement) void run(() => task(new FormData(target)))
  }
  return { failure, isBusy, run, act, submit }
}

/**
 * Reads data again from time to time, since others change it too, as long as the page is seen.
 * @param pictures how many there were.
 */
export function useRefresh(
  reload: () => Promise<unknown>,
  inputs: readonly unknown[],
  pictures = 0,
): void {
  const pause = pauseAfter(pictures)
  useEffect(() => {
    const leaving = new AbortController()
    const refresh = async () => document.hidden || reload()
    let timer: ReturnType<typeof setTimeout>
    const follow = () => {
      if (!leaving.signal.aborted) timer = setTimeout(() => void refresh().then(follow), pause)
    }
    follow()
    addEventListener('focus', () => void refresh(), leaving)
    document.addEventListener('visibilitychange', () => void refresh(), leaving)
    return () => {
      leaving.abort()
      clearTimeout(timer)
    }
  }, [...inputs, pause])
}
