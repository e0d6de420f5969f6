import { useState } from 'hono/jsx/dom'
import { Dialog } from './dialog.tsx'
import { sentenceOf } from '../service/model.ts'

interface ConfirmProps {
  title: string
  text: string
  action: string
  /** Whether `text` says all that has to be known; it does unless told otherwise. */
  isReady?: boolean
  onConfirm: () => Promise<unknown>
  onClose: () => void
}

/** Asks once before something that can't be taken back. */
export function ConfirmDialog(props: ConfirmProps) {
  const { title, text, action, isReady = true, onConfirm, onClose } = props
  const [failure, setFailure] = useState('')
  const [isBusy, setBusy] = useState(false)
  const confirm = async () => {
    setBusy(true)
    try {
      await onConfirm()
      onClose()
    } catch (error) {
      setFailure(sentenceOf(error))
      setBusy(false)
    }
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <h2>{title}</h2>
      <p>{text}</p>
      <p role="alert">{failure}</p>
      <div class="actions">
        <button type="button" onClick={onClose}>
          Keep
        </button>
        <button
          type="button"
          class="danger filled"
          disabled={isBusy || !isReady}
          onClick={() => void confirm()}
        >
          {action}
        </button>
      </div>
    </Dialog>
  )
}
