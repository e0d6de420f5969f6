import { useState } from 'preact/hooks'
import { DeleteDialog } from '../dialogs/action-dialog.tsx'
import { Button, CloseButton } from '../lib/controls/button.tsx'
import { formatSize, listFacts } from '../lib/format-text.ts'
import { t } from '../lib/messages.ts'
import { Skeleton } from '../lib/controls/skeleton.tsx'
import { useData, useRefresh, useTask } from '../lib/use-data.ts'
import { Selection } from '../pictures/grid/selection.ts'
import type { Model } from '../service/model.ts'
import { TrashRow, type ListedTrashItem } from './trash-row.tsx'

/** How many items are shown at first, and how many more each time. */
const perPage = 100

const sumOf = (items: readonly ListedTrashItem[], of: 'size' | 'totalImages') =>
  items.reduce((sum, item) => sum + item[of], 0)

/** What was deleted and can be restored. @param said what the page says already, and is not said again. */
export function TrashView({ model, said }: { model: Model; said: string }) {
  const load = () => model.ask((api) => api.trash.$get())
  const { data: trash, failure, reload } = useData(load, [], model.contentStore)
  const [selection, setSelection] = useState(new Selection())
  const [shown, setShown] = useState(perPage)
  const [condemned, setCondemned] = useState<readonly ListedTrashItem[]>([])
  const { failure: refusal, isBusy, act } = useTask()
  const items = trash?.items ?? []
  useRefresh(reload, [], items.length)
  const ids = items.map(({ id }) => id)
  const selected = items.filter(({ id }) => selection.paths.has(id))
  const restore = (restored: readonly string[]) => act(() => model.changes.restore(restored))
  return (
    <section aria-label={t.trash.title} class="trash">
      <h2>{t.trash.title}</h2>
      <p role="alert">{(failure === said ? '' : failure) || refusal}</p>
      {trash === undefined && failure === '' && <Skeleton />}
      {trash?.days === 0 && <p class="note">{t.trash.none}</p>}
      {trash !== undefined && trash.days > 0 && (
        <p class="note">
          {items.length === 0
            ? t.trash.empty
            : listFacts([t.count.items(items.length), formatSize(trash.totalSize)])}
          <br />
          {t.trash.keeps(trash.days)}
        </p>
      )}
      {items.length > 0 && (
        <div class="buttons">
          <Button
            label={t.app.selectAll}
            disabled={selected.length === items.length}
            onClick={() => setSelection(new Selection(new Set(ids)))}
          />
          <Button label={t.trash.emptyTrash} class="danger" onClick={() => setCondemned(items)} />
        </div>
      )}
      <ul class="unreadable">
        {items.slice(0, shown).map((item) => (
          <TrashRow
            key={item.id}
            item={item}
            isSelected={selection.paths.has(item.id)}
            isBusy={isBusy}
            onToggle={(withRange) =>
              setSelection((known) =>
                withRange ? known.extend(item.id, ids) : known.toggle([item.id]),
              )
            }
            onRestore={restore([item.id])}
          />
        ))}
      </ul>
      {items.length > shown && (
        <Button label={t.trash.more(items.length)} onClick={() => setShown(shown + perPage)} />
      )}
      {selected.length > 0 && (
        <div class="selection" role="region" aria-label={t.trash.selected}>
          <div class="summary">
            <p role="status">
              {listFacts([
                t.trash.selectedOf({ n: selected.length, all: items.length }),
                formatSize(sumOf(selected, 'size')),
              ])}
            </p>
            <CloseButton label={t.app.cancel} onClick={() => setSelection(new Selection())} />
          </div>
          <div class="buttons wide">
            <Button
              label={t.trash.restoreSelected}
              disabled={isBusy}
              onClick={restore(selected.map(({ id }) => id))}
            />
            <Button
              label={t.app.deleteForGood}
              class="danger"
              onClick={() => setCondemned(selected)}
            />
          </div>
        </div>
      )}
      {condemned.length > 0 && (
        <DeleteDialog
          title={
            condemned.length === items.length
              ? t.trash.emptyTitle
              : t.trash.deleteTitle(condemned.length)
          }
          text={t.trash.gone({
            items: condemned.length,
            pictures: sumOf(condemned, 'totalImages'),
            size: formatSize(sumOf(condemned, 'size')),
          })}
          onAct={() => model.changes.deleteTrashed(condemned.map(({ id }) => id))}
          onClose={() => setCondemned([])}
        />
      )}
    </section>
  )
}
