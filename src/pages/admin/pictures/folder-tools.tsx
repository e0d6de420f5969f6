import type { DroppedFile } from '../uploads/incoming-files.ts'
import type { FolderQuestion } from './folder-dialogs.tsx'
import { Button } from '../lib/button.tsx'

/** Phones convert their photos to JPEG for a page that does not accept HEIC. */
const accepted = 'image/jpeg,image/png,image/gif,image/webp'

interface FolderToolsProps {
  isRoot: boolean
  onFiles: (files: DroppedFile[]) => void
  onAsk: (question: FolderQuestion) => void
}

/** Adds pictures to a folder, and changes the folder. */
export function FolderTools({ isRoot, onFiles, onAsk }: FolderToolsProps) {
  const pick = (event: Event) => {
    if (!(event.target instanceof HTMLInputElement)) return
    onFiles([...(event.target.files ?? [])].map((file) => ({ file, folders: [] })))
    event.target.value = ''
  }
  return (
    <div class="tools">
      <label class="button primary">
        Add pictures
        <input type="file" accept={accepted} multiple onChange={pick} class="visually-hidden" />
      </label>
      <Button label="New folder" onClick={() => onAsk('create')} />
      {!isRoot && (
        <div class="folder-tools" role="group" aria-label="This folder">
          <Button label="Rename" class="quiet" onClick={() => onAsk('rename')} />
          <Button label="Move" class="quiet" onClick={() => onAsk('move')} />
          <Button label="Delete folder" class="quiet danger" onClick={() => onAsk('delete')} />
        </div>
      )}
    </div>
  )
}
