import { t } from '../lib/messages.ts'
import type { IncomingFile } from '../uploads/incoming-files.ts'
import { PickButton } from '../uploads/pick-button.tsx'
import type { FolderQuestion } from './folder-dialogs.tsx'
import { Button } from '../lib/button.tsx'

interface FolderToolsProps {
  isRoot: boolean
  /** Phones convert their photos to JPEG where this does not name HEIC. */
  accept: string
  onFiles: (files: IncomingFile[]) => void
  onAsk: (question: FolderQuestion) => void
}

/** Adds pictures to a folder, and changes the folder. */
export const FolderTools = ({ isRoot, accept, onFiles, onAsk }: FolderToolsProps) => (
  <div class="tools">
    <PickButton label="Add pictures" class="primary" accept={accept} onFiles={onFiles} />
    {'webkitdirectory' in HTMLInputElement.prototype && (
      <PickButton label="Add folder" webkitdirectory onFiles={onFiles} />
    )}
    <Button label="New folder" onClick={() => onAsk('create')} />
    <Button label={t.invite.action} onClick={() => onAsk('invite')} />
    {!isRoot && (
      <div class="folder-tools" role="group" aria-label="This folder">
        <Button label="Rename" class="quiet" onClick={() => onAsk('rename')} />
        <Button label="Move" class="quiet" onClick={() => onAsk('move')} />
        <Button label="Delete folder" class="quiet danger" onClick={() => onAsk('delete')} />
      </div>
    )}
  </div>
)
