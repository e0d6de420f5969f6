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
  return { failure, isBusy, run }
}
