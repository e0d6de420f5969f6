import { useState } from 'preact/hooks'
import { AlbumSheet } from '../dialogs/album-sheet.tsx'
import { parentOf } from '../lib/location.ts'
import { t } from '../lib/messages.ts'
import { useTask } from '../lib/use-task.ts'
import type { Model } from '../service/model.ts'
import { originalUrl } from './grid/picture-urls.ts'
import type { Picture } from './grid/thumbnail.tsx'
import { useDeletion } from './use-deletion.tsx'
import { Button } from '../lib/controls/button.tsx'

interface SelectionBarProps {
  model: Model
  pictures: readonly Picture[]
  total: number
  onSelectAll: () => void
  onClear: () => void
}

/** What can be done with the pictures that are selected. */
export function SelectionBar(props: SelectionBarProps) {
  const { model, pictures, total, onSelectAll, onClear } = props
  const [isMoving, setMoving] = useState(false)
  const { failure, isBusy, run } = useTask()
  const { deleteImages, question } = useDeletion(model, onClear)
  const paths = pictures.map(({ path }) => path)
  const moveTo = async (target: string) => {
    await model.changes.moveImages(paths, target)
    onClear()
  }
  return (
    <div class="selection" role="region" aria-label={t.selection.title}>
      <div class="summary">
        <p role="status">{t.selection.selected({ n: pictures.length, all: total })}</p>
        <Button label={t.app.cancel} icon="close" isIconOnly class="quiet" onClick={onClear} />
      </div>
      <p role="alert">{failure}</p>
      <div class="buttons wide">
        <Button
          label={t.folder.all}
          icon="all"
          onClick={onSelectAll}
          disabled={pictures.length === total}
        />
        <Button label={t.app.move} icon="move" onClick={() => setMoving(true)} />
        <Button label={t.app.download} icon="download" onClick={() => void download(pictures)} />
        <Button
          label={t.app.delete}
          icon="delete"
          class="danger"
          disabled={isBusy}
          onClick={() => void run(() => deleteImages(paths))}
        />
      </div>
      {question}
      {isMoving && (
        <AlbumSheet
          model={model}
          title={t.selection.moveTitle(pictures.length)}
          isOffered={(album) => pictures.some(({ path }) => parentOf(path) !== album)}
          onPick={moveTo}
          onClose={() => setMoving(false)}
        />
      )}
    </div>
  )
}

/** The time between downloads, in milliseconds: browsers drop those that begin at one moment. */
const betweenDownloads = 300

export async function download(pictures: readonly Picture[]): Promise<void> {
  for (const { path, name } of pictures) {
    const link = document.createElement('a')
    link.href = originalUrl(path)
    link.download = name
    link.click()
    await new Promise((resolve) => setTimeout(resolve, betweenDownloads))
  }
}
