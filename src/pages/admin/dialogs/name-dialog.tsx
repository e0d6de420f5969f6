import { useState } from 'hono/jsx/dom'
import { Dialog } from './dialog.tsx'
import { sentenceOf } from '../service/model.ts'

interface NameProps {
  title: string
  action: string
  value: string
  onSubmit: (name: string) => Promise<unknown>
  onClose: () => void
}

/** Asks for the name of a folder. */
export function NameDialog({ title, action, value, onSubmit, onClose }: NameProps) {
  const [failure, setFailure] = useState('')
  const submit = async (event: Event) => {
    event.preventDefault()
    if (!(event.target instanceof HTMLFormElement)) return
    const name = new FormData(event.target).get('name')
    try {
      await onSubmit(typeof name === 'string' ? name.trim() : '')
      onClose()
    } catch (error) {
      setFailure(sentenceOf(error))
    }
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={(event: Event) => void submit(event)}>
        <h2>{title}</h2>
        <label>
          Name
          <input type="text" name="name" value={value} required maxlength={255} autofocus />
        </label>
        <p role="alert">{failure}</p>
        <div class="actions">
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" class="primary">
            {action}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
