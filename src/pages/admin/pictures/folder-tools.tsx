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
    <PickButton label={t.folder.addPictures} class="primary" accept={accept} onFiles={onFiles} />
    {'webkitdirectory' in HTMLInputElement.prototype && (
      <PickButton label={t.folder.addFolder} webkitdirectory onFiles={onFiles} />
    )}
    <Button label={t.folder.newFolder} onClick={() => onAsk('create')} />
    <Button label={t.invite.action} onClick={() => onAsk('invite')} />
    {!isRoot && (
      <div class="folder-tools" role="group" aria-label={t.folder.thisFolder}>
        <Button label={t.app.rename} class="quiet" onClick={() => onAsk('rename')} />
        <Button label={t.app.move} class="quiet" onClick={() => onAsk('move')} />
        <Button
          label={t.folder.deleteFolder}
          class="quiet danger"
          onClick={() => onAsk('delete')}
        />
      </div>
    )}
  </div>
)
