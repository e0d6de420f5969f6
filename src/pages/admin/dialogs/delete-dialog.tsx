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
  <ActionDialog {...props} action="Delete" cancel="Keep" isFinal onAct={onDelete}>
    <p>{text}</p>
  </ActionDialog>
)
