import { useState } from 'preact/hooks'
import { AlbumSheet, readUsed } from '../dialogs/album-sheet.tsx'
import { parentOf } from '../lib/location.ts'
import { Menu } from '../lib/controls/menu.tsx'
import { t } from '../lib/messages.ts'
import { useData, useTask } from '../lib/use-data.ts'
import type { Model, Picture } from '../service/model.ts'
import { download, markEntries, rotate } from './change-pictures.ts'
import { useDeletion } from './use-deletion.tsx'
import { Button, CloseButton } from '../lib/controls/button.tsx'

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
  const { failure, isBusy, act } = useTask()
  const { deleteImages, question } = useDeletion(model, onClear)
  const paths = pictures.map(({ path }) => path)
  const isOffered = (album: string) => pictures.some(({ path }) => parentOf(path) !== album)
  const { data: albums = [] } = useData(() => model.albums(), [])
  const last = albums.find(({ path }) => path === readUsed()[0] && isOffered(path))
  const isFavourite = pictures.every(({ favourite }) => favourite)
  const moveTo = async (target: string) => {
    await model.changes.moveImages(paths, target)
    onClear()
  }
  return (
    <div class="selection" role="region" aria-label={t.selection.title}>
      <div class="summary">
        <p role="status">{t.selection.selected({ n: pictures.length, all: total })}</p>
        <CloseButton label={t.app.cancel} onClick={onClear} />
      </div>
      <p role="alert">{failure}</p>
      <fieldset disabled={isBusy}>
        {last && (
          <Button label={t.selection.moveTo(last.name)} onClick={act(() => moveTo(last.path))} />
        )}
        <div class="buttons wide">
          <Button label={t.folder.all} onClick={onSelectAll} disabled={pictures.length === total} />
          <Button label={t.app.move} onClick={() => setMoving(true)} />
          <Button
            label={t.picture.favourite}
            aria-pressed={isFavourite}
            onClick={act(() => model.markImages(paths, { favourite: !isFavourite }))}
          />
          <Button label={t.app.delete} class="danger" onClick={act(() => deleteImages(paths))} />
          <Menu
            of={t.selection.title}
            actions={[
              { label: t.picture.rotateLeft, onClick: act(() => rotate(model, paths, -90)) },
              { label: t.picture.rotateRight, onClick: act(() => rotate(model, paths, 90)) },
              ...markEntries(model, pictures, act),
              { label: t.app.download, onClick: act(() => download(pictures)) },
            ]}
          />
        </div>
      </fieldset>
      {question}
      {isMoving && (
        <AlbumSheet
          model={model}
          title={t.selection.moveTitle(pictures.length)}
          isOffered={isOffered}
          onPick={moveTo}
          onClose={() => setMoving(false)}
        />
      )}
    </div>
  )
}
