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
  const entry = (label: string, question: FolderQuestion) => ({
    label,
    onClick: () => onAsk(question),
  })
  const addFolder = { label: t.folder.addFolder, onClick: () => folderInput.current?.click() }
  const actions: MenuAction[] = [
    ...('webkitdirectory' in HTMLInputElement.prototype ? [addFolder] : []),
    entry(t.invite.action, 'invite'),
    ...(isRoot ? [] : [entry(t.app.rename, 'rename'), entry(t.app.move, 'move')]),
    ...(isRoot ? [] : [{ ...entry(t.folder.deleteFolder, 'delete'), isDangerous: true }]),
  ]
  return (
    <div class="tools">
      <PickButton label={t.folder.addPictures} accept={accept} onFiles={onFiles} />
      <Button label={t.folder.newFolder} icon="newFolder" onClick={() => onAsk('create')} />
      <Menu of={t.folder.thisFolder} actions={actions} />
      <PickInput webkitdirectory hidden inputRef={folderInput} onFiles={onFiles} />
    </div>
  )
}
