import { useLayoutEffect, useRef } from 'preact/hooks'
import type { ComponentChildren as Child, DialogHTMLAttributes } from 'preact'
import { useListener } from '../lib/use-listener.ts'

interface DialogProps extends Pick<DialogHTMLAttributes, 'onClick' | 'onKeyDown'> {
  title: string
  /** Called when the person closes it, with Escape too. */
  onClose: () => void
  class?: string
  /** What stands above all else, where the focus begins, so that no keyboard opens. */
  heading?: string
  /** Whether the address names what it shows: any other closes when the address changes, as by Back. */
  hasAddress?: boolean
  children: Child
}

/** A dialog of the browser's own: it keeps the focus inside and gives it back at the end. */
export function Dialog(props: DialogProps) {
  const { title, onClose, children, heading, hasAddress = false, ...attributes } = props
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  useListener('hashchange', () => hasAddress || onClose())
  const cancel = (event: Event) => {
    event.preventDefault()
    onClose()
  }
  return (
    <dialog
      ref={dialog}
      {...attributes}
      aria-label={title}
      onCancel={cancel}
      // Chromium closes one that is to stay, too, where nothing but Escape has been pressed.
      onClose={({ currentTarget }) => currentTarget.isConnected && currentTarget.showModal()}
    >
      {heading && (
        <h2 tabIndex={-1} autofocus>
          {heading}
        </h2>
      )}
      {children}
    </dialog>
  )
}
