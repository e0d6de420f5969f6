import { useState } from 'hono/jsx/dom'
import { ConfirmDialog } from '../dialogs/confirm-dialog.tsx'
import { FolderPicker } from '../dialogs/folder-picker.tsx'
import { count, formatSize } from '../lib/format-text.ts'
import type { Model } from '../service/model.ts'
import type { Picture } from './thumbnail.tsx'
import { originalUrl } from './picture-urls.ts'

/** As many as one request may have. */
const maxPaths = 10_000

interface SelectionBarProps {
  model: Model
  folder: string
  pictures: readonly Picture[]
  total: number
  onSelectAll: () => void
  onClear: () => void
}

/** What can be done with the pictures that are selected. */
export function SelectionBar(props: SelectionBarProps) {
  const { model, folder, pictures, total, onSelectAll, onClear } = props
  const [asked, setAsked] = useState<'nothing' | 'move' | 'delete'>('nothing')
  const close = () => setAsked('nothing')
  const paths = pictures.map(({ path }) => path)
  const size = pictures.reduce((sum, picture) => sum + picture.size, 0)
  const inBatches = async (change: (batch: string[]) => Promise<unknown>) => {
    for (let at = 0; at < paths.length; at += maxPaths) await change(paths.slice(at, at + maxPaths))
    onClear()
  }
  return (
    <div class="selection" role="region" aria-label="Selected pictures">
      <p role="status">
        {pictures.length.toLocaleString()} of {count(total, 'picture')} selected
      </p>
      <div class="buttons">
        <button type="button" onClick={onSelectAll} disabled={pictures.length === total}>
          All
        </button>
        <button type="button" onClick={() => setAsked('move')}>
          Move
        </button>
        <button type="button" onClick={() => void download(pictures)}>
          Download
        </button>
        <button type="button" class="danger" onClick={() => setAsked('delete')}>
          Delete
        </button>
        <button type="button" class="quiet" onClick={onClear}>
          Cancel
        </button>
      </div>
      {asked === 'delete' && (
        <ConfirmDialog
          title={`Delete ${count(pictures.length, 'picture')}?`}
          text={`${formatSize(size)} will be gone for good, from the frames too.`}
          action="Delete"
          onConfirm={() => inBatches((batch) => model.deleteImages(batch))}
          onClose={close}
        />
      )}
      {asked === 'move' && (
        <FolderPicker
          model={model}
          title={`Move ${count(pictures.length, 'picture')} to`}
          action="Move here"
          start={folder}
          onPick={(target) => inBatches((batch) => model.moveImages(batch, target))}
          onClose={close}
        />
      )}
    </div>
  )
}

/** Browsers drop downloads that begin at the same moment. */
const betweenDownloads = 300

async function download(pictures: readonly Picture[]): Promise<void> {
  for (const { path, name } of pictures) {
    const link = document.createElement('a')
    link.href = originalUrl(path)
    link.download = name
    link.click()
    await new Promise((resolve) => setTimeout(resolve, betweenDownloads))
  }
}
