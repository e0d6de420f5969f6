import { useState } from 'preact/hooks'
import { Button } from '../lib/controls/button.tsx'
import { nameOf, parentOf } from '../lib/location.ts'
import { formatAgo, formatSize, listFacts } from '../lib/format-text.ts'
import { t } from '../lib/messages.ts'
import type { api, DataOf } from '../service/api.ts'

/** An item of the trash as the service lists it. */
export type ListedTrashItem = DataOf<Awaited<ReturnType<typeof api.trash.$get>>>['items'][number]

interface TrashRowProps {
  item: ListedTrashItem
  isSelected: boolean
  isBusy: boolean
  onToggle: (withRange: boolean) => void
  onRestore: () => void
}

/** An item of the trash: what it is, where it was, and since when it is here. */
export function TrashRow(props: TrashRowProps) {
  const { item, isSelected, isBusy, onToggle, onRestore } = props
  const { path, kind, totalImages, size, deleted, url } = item
  const [isBroken, setBroken] = useState(false)
  return (
    <li class="card">
      <label class="choice">
        <input
          type="checkbox"
          aria-label={t.app.actionOn({ action: t.app.select, name: path })}
          checked={isSelected}
          onClick={(event: MouseEvent) => onToggle(event.shiftKey)}
        />
        {url === null || isBroken ? (
          <span class="nothing" />
        ) : (
          <img src={url} alt="" loading="lazy" decoding="async" onError={() => setBroken(true)} />
        )}
      </label>
      <div>
        <span class="name">{nameOf(path)}</span>
        <span class="note">
          {listFacts([
            kind === 'folder' ? t.trash.folderWith(totalImages) : '',
            formatSize(size),
            parentOf(path) && t.trash.from(parentOf(path)),
            t.trash.deleted(formatAgo(deleted)),
          ])}
        </span>
      </div>
      <Button label={t.app.restore} of={path} disabled={isBusy} onClick={onRestore} />
    </li>
  )
}
