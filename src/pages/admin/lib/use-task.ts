import { useState } from 'preact/hooks'
import { sentenceOf } from '../service/api-error.ts'

/** Runs what a person asks for, and knows whether it is under way and why it failed. */
export function useTask() {
  const [failure, setFailure] = useState('')
  const [isBusy, setBusy] = useState(false)
  /** @returns whether the task succeeded. */
  const run = async (task: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true)
    const sentence = await task().then(() => '', sentenceOf)
    setFailure(sentence)
    setBusy(false)
    return sentence === ''
  }
  /** Runs a task with what a form has, in place of sending it. */
  const submit = (task: (form: FormData) => Promise<unknown>) => (event: Event) => {
    event.preventDefault()
    const { target } = event
    if (target instanceof HTMLFormElement) void run(() => task(new FormData(target)))
  }
  return { failure, isBusy, run, submit }
}
