import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { joinPath, parentOf } from '../lib/location.ts'
import { t } from '../lib/messages.ts'
import type { IconName } from '../lib/controls/icon.tsx'
import { useData } from '../lib/use-data.ts'
import type { Model } from '../service/model.ts'
import { ActionDialog } from './action-dialog.tsx'
import { Button } from '../lib/controls/button.tsx'

interface PickerProps {
  model: Model
  title: string
  action: string
  icon?: IconName
  start: string
  /** What it is about, above the folders. */
  children?: ComponentChildren
  onPick: (folder: string) => Promise<unknown>
  onClose: () => void
}

/** Lets a person walk through the folders and choose one. */
export function FolderPicker({ model, start, children, onPick, ...props }: PickerProps) {
  const [path, setPath] = useState(start)
  const { data, failure } = useData(() => model.list(path), [path])
  return (
    <ActionDialog {...props} onAct={() => onPick(path)}>
      {children}
      <FolderSteps path={path} folders={data?.folders} onGo={setPath} />
      <p role="alert">{failure}</p>
    </ActionDialog>
  )
}

interface StepsProps {
  path: string
  folders: readonly { name: string }[] | undefined
  onGo: (path: string) => void
}

/** The folders of a folder, and the one above it, to go to. */
export const FolderSteps = ({ path, folders, onGo }: StepsProps) => (
  <>
    <p class="path">{path === '' ? t.app.pictures : path}</p>
    <ul class="picker">
      {path !== '' && (
        <li>
          <Button label={t.app.folderAbove} icon="above" onClick={() => onGo(parentOf(path))} />
        </li>
      )}
      {folders?.map(({ name }) => (
        <li>
          <Button label={name} icon="folder" onClick={() => onGo(joinPath(path, name))} />
        </li>
      ))}
    </ul>
  </>
)
