import { useRef } from 'hono/jsx/dom'
import type { Child } from 'hono/jsx'
import { useEffect } from '../lib/use-effect.ts'

interface DialogProps {
  title: string
  /** Called when the person closes it, with Escape too. */
  onClose: () => void
  class?: string
  isLong?: true | undefined
  children: Child
}

/** A dialog of the browser's own: it keeps the focus inside and gives it back at the end. */
export function Dialog({ title, onClose, children, class: name = '', isLong }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  const cancel = (event: Event) => {
    event.preventDefault()
    onClose()
  }
  return (
    <dialog
      ref={dialog}
      class={isLong ? 'long' : name}
      aria-label={title}
      autofocus={isLong}
      onCancel={cancel}
    >
      {children}
    </dialog>
  )
}
