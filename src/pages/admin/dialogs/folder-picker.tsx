import { useState } from 'hono/jsx/dom'
import { joinPath, parentOf } from '../lib/location.ts'
import { useData } from '../lib/use-data.ts'
import type { Model } from '../service/model.ts'
import { ActionDialog } from './action-dialog.tsx'

interface PickerProps {
  model: Model
  title: string
  action: string
  start: string
  onPick: (folder: string) => Promise<unknown>
  onClose: () => void
}

/** Lets a person walk through the folders and choose one. */
export function FolderPicker({ model, start, onPick, ...props }: PickerProps) {
  const [path, setPath] = useState(start)
  const { data, failure } = useData(() => model.list(path), [path])
  return (
    <ActionDialog {...props} onAct={() => onPick(path)}>
      <p class="path">{path === '' ? 'All pictures' : path}</p>
      <ul class="picker">
        {path !== '' && (
          <li>
            <button type="button" onClick={() => setPath(parentOf(path))}>
              ↑ Folder above
            </button>
          </li>
        )}
        {data?.folders.map(({ name }) => (
          <li>
            <button type="button" onClick={() => setPath(joinPath(path, name))}>
              {name}
            </button>
          </li>
        ))}
      </ul>
      <p role="alert">{failure}</p>
    </ActionDialog>
  )
}
