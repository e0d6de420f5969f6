import { useState } from 'hono/jsx/dom'
import { joinPath } from '../lib/location.ts'
import { useData } from '../lib/use-data.ts'
import { Dialog } from './dialog.tsx'
import { sentenceOf, type Model } from '../service/model.ts'

interface PickerProps {
  model: Model
  title: string
  action: string
  start: string
  onPick: (folder: string) => Promise<unknown>
  onClose: () => void
}

/** Lets a person walk through the folders and choose one. */
export function FolderPicker({ model, title, action, start, onPick, onClose }: PickerProps) {
  const [path, setPath] = useState(start)
  const { data, failure } = useData(() => model.list(path), [path])
  const [refusal, setRefusal] = useState('')
  const [isBusy, setBusy] = useState(false)
  const pick = async () => {
    setBusy(true)
    try {
      await onPick(path)
      onClose()
    } catch (error) {
      setRefusal(sentenceOf(error))
      setBusy(false)
    }
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <h2>{title}</h2>
      <p class="path">{path === '' ? 'All pictures' : path}</p>
      <ul class="picker">
        {path !== '' && (
          <li>
            <button type="button" onClick={() => setPath(path.split('/').slice(0, -1).join('/'))}>
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
      <p role="alert">{refusal === '' ? failure : refusal}</p>
      <div class="actions">
        <button type="button" onClick={onClose}>
          Cancel
        </button>
        <button type="button" class="primary" disabled={isBusy} onClick={() => void pick()}>
          {action}
        </button>
      </div>
    </Dialog>
  )
}
