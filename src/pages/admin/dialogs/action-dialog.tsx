import type { ComponentChildren as Child } from 'preact'
import { useTask } from '../lib/use-data.ts'
import { t } from '../lib/messages.ts'
import { Dialog } from './dialog.tsx'
import { Button } from '../lib/controls/button.tsx'

interface ActionDialogProps {
  title: string
  /** `long` where there is much to read: it is wide, and opens no keyboard at once. */
  class?: 'long'
  /** What the button says that does it. */
  action: string
  /** Whether it can't be taken back. */
  isFinal?: boolean
  isReady?: boolean
  /** Gets what was filled in. The dialog closes when it is done, and says why it failed. */
  onAct: (form: FormData) => Promise<unknown>
  onClose: () => void
  children: Child
}

/** Asks for what an action needs, or whether to go on with it, and waits until it is done. */
export function ActionDialog(props: ActionDialogProps) {
  const { title, action, isFinal = false, isReady = true, onAct, onClose } = props
  const { failure, isBusy, submit } = useTask()
  const look = isFinal ? 'danger filled' : 'primary'
  const isLong = props.class === 'long'
  const act = async (form: FormData) => {
    await onAct(form)
    onClose()
  }
  return (
    <Dialog title={title} class={props.class ?? ''} onClose={onClose}>
      <form onSubmit={submit(act)}>
        <h2 tabIndex={isLong ? -1 : undefined} autofocus={isLong}>
          {title}
        </h2>
        {props.children}
        <p role="alert">{failure}</p>
        <div class="actions">
          <Button label={isFinal ? t.app.keep : t.app.cancel} onClick={onClose} />
          <button type="submit" class={look} disabled={isBusy || !isReady}>
            {action}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

interface DeleteDialogProps extends Omit<ActionDialogProps, 'action' | 'children'> {
  action?: string
  text: string
}

/** Asks once before something is deleted. */
export const DeleteDialog = ({ text, action = t.app.delete, ...props }: DeleteDialogProps) => (
  <ActionDialog isFinal {...props} action={action}>
    <p>{text}</p>
  </ActionDialog>
)
