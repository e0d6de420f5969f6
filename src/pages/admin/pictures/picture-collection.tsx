import type { ComponentChildren } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { turnToPicture } from '../lib/location.ts'
import type { Model } from '../service/model.ts'
import { joinSmallMonths } from './grid/months.ts'
import type { LongListing } from './grid/long-listing.ts'
import { PictureGrid, type GridProps } from './grid/picture-grid.tsx'
import { PictureView } from './picture-view.tsx'
import { Selection } from './grid/selection.ts'
import { SelectionBar } from './selection-bar.tsx'

interface CollectionProps extends Pick<GridProps, 'name' | 'pictures' | 'groups' | 'opened'> {
  model: Model
  /** What loads those that are not loaded yet. */
  listing?: Pick<LongListing, 'see' | 'whole'>
  /** What chooses between them. */
  children?: ComponentChildren
}

const nothing = [new Selection(), () => undefined] as const

/** Pictures to look at, to open and to select, and what can be done with them. */
export function PictureCollection(props: CollectionProps) {
  const { model, name, pictures, opened, listing } = props
  const [selected, select] = useState(new Selection())
  // Who only looks selects nothing.
  const [selection, setSelection] = model.isLooking ? nothing : ([selected, select] as const)
  const swept = useRef(selection)
  const groups = useMemo(() => joinSmallMonths(props.groups), [props.groups])
  const paths = useMemo(() => pictures.map((each) => each?.path ?? ''), [pictures])
  const latest = useRef(paths)
  latest.current = paths
  useEffect(() => {
    setSelection((selected) => selected.within(paths))
    const { restored } = model
    if (restored === undefined || (opened !== undefined && !paths.includes(restored))) return
    if (opened !== undefined) turnToPicture(restored)
    model.restored = undefined
  }, [paths])
  const pathAt = (index: number) => paths[index] ?? ''
  /** Selects what needs all pictures, also those that are not loaded yet. */
  const selectAmongAll = async (
    change: (known: Selection, all: readonly string[]) => Selection,
  ) => {
    await listing?.whole().catch(() => undefined)
    setSelection((known) => change(known, latest.current ?? []))
  }
  return (
    <>
      <div class="sorting">{props.children}</div>
      <PictureGrid
        {...{ name, pictures, groups, opened, selection }}
        hasPlaces={listing !== undefined}
        onToggle={(path, withRange) => {
          if (withRange) void selectAmongAll((known, all) => known.extend(path, all))
          else setSelection((known) => known.toggle([path]))
        }}
        onToggleAll={(first, count) =>
          setSelection((known) => known.toggle(paths.slice(first, first + count)))
        }
        onSweepStart={(index) =>
          setSelection((known) => (swept.current = known.toggle([pathAt(index)])))
        }
        onSweep={(index) => setSelection(() => swept.current.extend(pathAt(index), paths))}
        onSee={(first, end) => void listing?.see(first, end).catch(() => undefined)}
      />
      {selection.paths.size > 0 && (
        <SelectionBar
          model={model}
          pictures={pictures.flatMap((each) =>
            each && selection.paths.has(each.path) ? each : [],
          )}
          total={pictures.length}
          onSelectAll={() => void selectAmongAll((_, all) => new Selection(new Set(all)))}
          onClear={() => setSelection(new Selection())}
        />
      )}
      {opened !== undefined && <PictureView {...{ model, pictures }} path={opened} />}
    </>
  )
}
