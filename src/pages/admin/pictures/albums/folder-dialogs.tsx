import { liesIn } from '../../../../disk/paths.ts'
import { ActionDialog, DeleteDialog } from '../../dialogs/action-dialog.tsx'
import { AlbumSheet } from '../../dialogs/album-sheet.tsx'
import { InviteDialog } from '../../invitations/invite-dialog.tsx'
import { folderLink, joinPath, nameOf, parentOf } from '../../lib/location.ts'
import { formatSize, joinSentences } from '../../lib/format-text.ts'
import { t } from '../../lib/messages.ts'
import { useData } from '../../lib/use-data.ts'
import type { Model } from '../../service/model.ts'

/** What is asked about a folder. */
export type FolderQuestion = 'create' | 'invite' | 'rename' | 'move' | 'delete'

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
    // Back leads to no folder that is gone.
    location.replace(folderLink(newPath))
  }
  if (question === 'create' || question === 'rename') {
    const isNew = question === 'create'
    const act = async (form: FormData) => {
      const text = `${form.get('name')}`.trim()
      if (!isNew) return moveTo(joinPath(parent, text))
      location.hash = folderLink((await model.createFolder(joinPath(folder, text))).folderPath)
    }
    const value = isNew ? '' : name
    return (
      <ActionDialog
        title={isNew ? t.folder.newFolder : t.folder.renameTitle}
        action={isNew ? t.folder.create : t.app.rename}
        onAct={act}
        onClose={onClose}
      >
        <label>
          {t.app.name}
          <input
            type="text"
            name="name"
            defaultValue={value}
            required
            maxlength={255}
            autofocus
            // Browsers would begin before the first letter. What is typed stays when a window comes back.
            onFocus={({ currentTarget }) => currentTarget.value === value && currentTarget.select()}
          />
        </label>
      </ActionDialog>
    )
  }
  if (question === 'move') {
    return (
      <AlbumSheet
        model={model}
        title={t.folder.moveTitle(name)}
        isOffered={(album) => album !== parent && !liesIn(album, folder)}
        onPick={(target) => moveTo(joinPath(target, name))}
        onClose={onClose}
      />
    )
  }
  if (question === 'invite') return <InviteDialog model={model} folder={folder} onClose={onClose} />
  return <DeleteFolder model={model} folder={folder} onClose={onClose} />
}

function DeleteFolder({ model, folder, onClose }: Omit<FolderDialogProps, 'question'>) {
  const { data: contents, failure } = useData(() => measure(model, folder), [folder])
  const remove = async () => {
    await model.changes.deleteFolder(folder)
    location.replace(folderLink(parentOf(folder)))
  }
  const fate = model.trashDays > 0 ? t.folder.toTrash(model.trashDays) : t.folder.gone
  return (
    <DeleteDialog
      title={t.folder.deleteTitle(nameOf(folder))}
      text={contents === undefined ? failure || t.folder.counting : joinSentences(contents, fate)}
      isReady={contents !== undefined}
      onAct={remove}
      onClose={onClose}
    />
  )
}

/** Says what a folder holds; its size where no folders are below it. */
async function measure(model: Model, folder: string): Promise<string> {
  const { folders, images } = await model.list(folder)
  const pictures = folders.reduce((sum, { imageCount }) => sum + imageCount, images.length)
  const size = images.reduce((sum, image) => sum + image.size, 0)
  const below = await model.albums(folder)
  return below.length === 0
    ? t.folder.holds({ n: pictures, size: formatSize(size) })
    : t.folder.holdsBelow({ pictures, folders: below.length })
}
