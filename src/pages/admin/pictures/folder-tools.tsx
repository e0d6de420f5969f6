import type { DroppedFile } from '../uploads/dropped-files.ts'
import type { FolderQuestion } from './folder-dialogs.tsx'

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
      <button type="button" onClick={() => onAsk('create')}>
        New folder
      </button>
      {!isRoot && (
        <div class="folder-tools" role="group" aria-label="This folder">
          <button type="button" class="quiet" onClick={() => onAsk('rename')}>
            Rename
          </button>
          <button type="button" class="quiet" onClick={() => onAsk('move')}>
            Move
          </button>
          <button type="button" class="quiet danger" onClick={() => onAsk('delete')}>
            Delete folder
          </button>
        </div>
      )}
    </div>
  )
}
