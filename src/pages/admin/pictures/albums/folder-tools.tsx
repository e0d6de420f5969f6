import { useRef } from 'preact/hooks'
import { Button } from '../../lib/controls/button.tsx'
import { Menu, type MenuAction } from '../../lib/controls/menu.tsx'
import { t } from '../../lib/messages.ts'
import type { IncomingFile } from '../../uploads/incoming-files.ts'
import { PickButton, PickInput } from '../../uploads/pick-button.tsx'
import type { FolderQuestion } from './folder-dialogs.tsx'

interface FolderToolsProps {
  isRoot: boolean
  /** Phones convert their photos to JPEG where this does not name HEIC. */
  accept: string
  onFiles: (files: IncomingFile[]) => void
  onAsk: (question: FolderQuestion) => void
}

/** Adds pictures to a folder, and changes the folder. */
export function FolderTools({ isRoot, accept, onFiles, onAsk }: FolderToolsProps) {
  const folderInput = useRef<HTMLInputElement>(null)
  const actions: MenuAction[] = [{ label: t.invite.action, onClick: () => onAsk('invite') }]
  if ('webkitdirectory' in HTMLInputElement.prototype) {
    const onClick = () => folderInput.current?.click()
    actions.unshift({ label: t.folder.addFolder, onClick })
  }
  if (!isRoot) {
    actions.push(
      { label: t.app.rename, onClick: () => onAsk('rename') },
      { label: t.app.move, onClick: () => onAsk('move') },
      {
        label: t.folder.deleteFolder,
        isDangerous: true,
        onClick: () => onAsk('delete'),
      },
    )
  }
  return (
    <div class="tools">
      <PickButton
        label={t.folder.addPictures}
        icon="add"
        class="primary"
        accept={accept}
        onFiles={onFiles}
      />
      <Button label={t.folder.newFolder} icon="newFolder" onClick={() => onAsk('create')} />
      <Menu of={t.folder.thisFolder} actions={actions} />
      <PickInput webkitdirectory hidden inputRef={folderInput} onFiles={onFiles} />
    </div>
  )
}
