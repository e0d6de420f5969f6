import { useState } from 'hono/jsx/dom'
import { Dialog } from './dialog.tsx'
import { sentenceOf } from '../service/model.ts'

interface ConfirmProps {
  title: string
  text: string
  action: string
  onConfirm: () => Promise<unknown>
  onClose: () => void
}

/** Asks once before something that can't be taken back. */
export function ConfirmDialog({ title, text, action, onConfirm, onClose }: ConfirmProps) {
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
        <button type="button" class="danger" disabled={isBusy} onClick={() => void confirm()}>
          {action}
        </button>
      </div>
    </Dialog>
  )
}
