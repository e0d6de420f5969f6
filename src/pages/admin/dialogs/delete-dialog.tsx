import { t } from '../lib/messages.ts'
import { ActionDialog } from './action-dialog.tsx'

interface DeleteDialogProps {
  title: string
  text: string
  /** Whether `text` says all that has to be known; it does unless told otherwise. */
  isReady?: boolean
  onDelete: () => Promise<unknown>
  onClose: () => void
}

/** Asks once before something is deleted. */
export const DeleteDialog = ({ text, onDelete, ...props }: DeleteDialogProps) => (
  <ActionDialog {...props} action={t.app.delete} cancel={t.app.keep} isFinal onAct={onDelete}>
    <p>{text}</p>
  </ActionDialog>
)
