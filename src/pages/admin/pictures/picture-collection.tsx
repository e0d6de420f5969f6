import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { openPicture, turnToPicture } from '../lib/location.ts'
import { t } from '../lib/messages.ts'
import type { Model } from '../service/model.ts'
import { groupByMonth, sortPictures, type DateOrder } from './grid/months.ts'
import { chosenOrder, OrderField } from './order-field.tsx'
import { FilterButtons, matches, type Filter } from './picture-filter.tsx'
import { PictureGrid } from './grid/picture-grid.tsx'
import { PictureView } from './picture-view.tsx'
import { Selection } from './grid/selection.ts'
import { SelectionBar } from './selection-bar.tsx'
import type { Picture } from './grid/thumbnail.tsx'

interface CollectionProps {
  model: Model
  /** The name under which the place on the page is kept: another name needs another `key`, too. */
  name: string
  /** By name. */
  pictures: readonly Picture[]
  /** How they are sorted; as chosen on this device unless told. */
  order?: DateOrder
  /** The path of the one that is open. */
  opened: string | undefined
  /** Goes back to the address of these pictures. */
  onClose: () => void
}

const nothing = [new Selection(), () => undefined] as const

/** Pictures to look at, to open and to select, and what can be done with them. */
export function PictureCollection(props: CollectionProps) {
  const { model, name, pictures: all, opened, onClose } = props
  const [selected, select] = useState(new Selection())
  // Who only looks selects nothing.
  const [selection, setSelection] = model.isLooking ? nothing : ([selected, select] as const)
  const [filter, setFilter] = useState<Filter>('All')
  const [chosen, setOrder] = useState(chosenOrder)
  const { order = chosen } = props
  const swept = useRef(selection)
  const pictures = useMemo(() => {
    // What is open stays until it is closed.
    const left = all.filter((each) => matches(each, filter) || each.path === opened)
    return sortPictures(left, order)
  }, [all, filter, opened, order])
  const groups = useMemo(
    () =>
      order === 'name'
        ? [{ month: undefined, first: 0, count: pictures.length }]
        : groupByMonth(pictures),
    [pictures, order],
  )
  const paths = useMemo(() => pictures.map(({ path }) => path), [pictures])
  useEffect(() => {
    setSelection((selected) => selected.within(paths))
  }, [paths])
  const pathAt = (index: number) => paths[index] ?? ''
  return (
    <>
      <div class={order === 'name' ? 'sorting' : 'sorting by-month'}>
        <FilterButtons pictures={all} filter={filter} onFilter={setFilter} />
        {props.order === undefined && all.length > 1 && (
          <OrderField order={order} onOrder={setOrder} />
        )}
      </div>
      {pictures.length === 0 && all.length > 0 && <p class="message">{t.folder.noneHere}</p>}
      <PictureGrid
        name={name}
        pictures={pictures}
        groups={groups}
        opened={opened}
        selection={selection}
        onOpen={openPicture}
        onToggle={(path, withRange) =>
          setSelection((known) => (withRange ? known.extend(path, paths) : known.toggle(path)))
        }
        onToggleAll={(first, count) =>
          setSelection((known) => known.toggleAll(paths.slice(first, first + count)))
        }
        onSweepStart={(index) =>
          setSelection((known) => (swept.current = known.toggle(pathAt(index))))
        }
        onSweep={(index) => setSelection(() => swept.current.extend(pathAt(index), paths))}
      />
      {selection.size > 0 && (
        <SelectionBar
          model={model}
          pictures={pictures.filter(({ path }) => selection.paths.has(path))}
          total={pictures.length}
          onSelectAll={() => setSelection(new Selection(new Set(paths)))}
          onClear={() => setSelection(new Selection())}
        />
      )}
      {opened !== undefined && (
        <PictureView
          model={model}
          pictures={pictures}
          path={opened}
          onMove={turnToPicture}
          onClose={onClose}
        />
      )}
    </>
  )
}
