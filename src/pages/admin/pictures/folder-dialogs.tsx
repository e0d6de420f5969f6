import { ActionDialog } from '../dialogs/action-dialog.tsx'
import { DeleteDialog } from '../dialogs/delete-dialog.tsx'
import { FolderPicker } from '../dialogs/folder-picker.tsx'
import { count } from '../lib/format-text.ts'
import { folderLink, joinPath, nameOf, parentOf } from '../lib/location.ts'
import { useData } from '../lib/use-data.ts'
import type { Model } from '../service/model.ts'

/** What is asked about a folder. */
export type FolderQuestion = 'create' | 'rename' | 'move' | 'delete'

interface FolderDialogProps {
  model: Model
  folder: string
  question: FolderQuestion
  onClose: () => void
}

/** Asks for what a change of a folder needs, and changes it. */
export function FolderDialog({ model, folder, question, onClose }: FolderDialogProps) {
  const [parent, name] = [parentOf(folder), nameOf(folder)]
  const moveTo = async (newPath: string) => {
    await model.moveFolder(folder, newPath)
    location.hash = folderLink(newPath)
  }
  if (question === 'create') {
    return (
      <NameDialog
        title="New folder"
        action="Create"
        value=""
        onSubmit={async (text) => {
          const { folderPath } = await model.createFolder(joinPath(folder, text))
          location.hash = folderLink(folderPath)
        }}
        onClose={onClose}
      />
    )
  }
  if (question === 'rename') {
    return (
      <NameDialog
        title="Rename the folder"
        action="Rename"
        value={name}
        onSubmit={(text) => moveTo(joinPath(parent, text))}
        onClose={onClose}
      />
    )
  }
  if (question === 'move') {
    return (
      <FolderPicker
        model={model}
        title={`Move “${name}” into`}
        action="Move here"
        start={parent}
        onPick={(target) => moveTo(joinPath(target, name))}
        onClose={onClose}
      />
    )
  }
  return <DeleteFolder model={model} folder={folder} onClose={onClose} />
}

interface NameDialogProps {
  title: string
  action: string
  value: string
  onSubmit: (name: string) => Promise<unknown>
  onClose: () => void
}

/** Asks for the name of a folder. */
const NameDialog = ({ value, onSubmit, ...props }: NameDialogProps) => (
  <ActionDialog {...props} onAct={(form) => onSubmit(`${form.get('name')}`.trim())}>
    <label>
      Name
      <input type="text" name="name" value={value} required maxlength={255} autofocus />
    </label>
  </ActionDialog>
)

function DeleteFolder({ model, folder, onClose }: Omit<FolderDialogProps, 'question'>) {
  const { data: listing, failure } = useData(() => model.list(folder), [folder])
  const name = nameOf(folder)
  const folders = listing?.folders ?? []
  const pictures =
    (listing?.images.length ?? 0) + folders.reduce((sum, { imageCount }) => sum + imageCount, 0)
  const contents =
    folders.length === 0
      ? `${count(pictures, 'picture')} in it`
      : `${count(pictures, 'picture')} in it and in ${count(folders.length, 'folder')} below`
  const remove = async () => {
    await model.deleteFolder(folder)
    model.notice.say(`The folder “${name}” is deleted.`)
    location.hash = folderLink(parentOf(folder))
  }
  return (
    <DeleteDialog
      title={`Delete “${name}”?`}
      text={
        listing === undefined
          ? failure || 'Counting its pictures …'
          : `The folder with ${contents} will be gone for good, from the frames too.`
      }
      isReady={listing !== undefined}
      onDelete={remove}
      onClose={onClose}
    />
  )
}
