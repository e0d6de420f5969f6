import type { Picture } from '../../service/model.ts'
import { forward } from '../../lib/language.ts'
import { nameOf, parentOf } from '../../lib/location.ts'
import { formatMonth, listFacts } from '../../lib/format-text.ts'
import { t } from '../../lib/messages.ts'
import type { PictureGroup } from './months.ts'
import { cellsOf, type Block, type Row } from './row-layout.ts'
import type { Selection } from './selection.ts'
import { Thumbnail, type ThumbnailProps } from './thumbnail.tsx'

type ThumbnailProp = 'height' | 'turns' | 'isPassing' | 'onToggle'

export interface BlockProps extends Pick<ThumbnailProps, ThumbnailProp> {
  group: PictureGroup
  block: Block
  /** Those of its rows that exist. */
  rows: readonly Row[]
  ratios: readonly number[]
  /** Those that are not loaded yet are `undefined`. */
  pictures: readonly (Picture | undefined)[]
  selection: Selection
  /** Whether headings say in which album all of their pictures are. */
  hasPlaces: boolean
  /** The picture that the tab key comes to. */
  tabStop: number
  onFocus: (index: number) => void
  /** Selects so many from one on; where all of them are selected, none of them. */
  onToggleAll: (first: number, count: number) => void
}

/** A month: its heading, which stays while its pictures are seen, and its rows. */
export function MonthBlock(props: BlockProps) {
  const { group, block, rows, ratios, pictures, selection, tabStop } = props
  const { month, first, count } = group
  return (
    <div class="month" style={{ top: `${block.top}px`, height: `${block.height}px` }}>
      {month !== undefined && <Heading {...props} name={formatMonth(month, group.until)} />}
      <div role="list">
        {rows.flatMap((row) =>
          cellsOf(row, ratios).map((cell, offset) => {
            const index = row.first + offset
            const picture = pictures[index]
            if (picture === undefined) return null
            return (
              <Thumbnail
                key={picture.path}
                {...props}
                picture={picture}
                index={index}
                style={{
                  width: `${cell.width}px`,
                  height: `${row.height}px`,
                  transform: `translate(${forward() * cell.start}px, ${row.top - block.top}px)`,
                }}
                position={index - first + 1}
                total={count}
                isTabStop={index === tabStop}
                onFocus={() => props.onFocus(index)}
                isSelected={selection.paths.has(picture.path)}
                isSelecting={selection.paths.size > 0}
              />
            )
          }),
        )}
      </div>
    </div>
  )
}

/** The name of the folder that pictures have in common, if it says more than when they were taken. */
function placeOf([first, ...others]: readonly (Picture | undefined)[]): string {
  const folder = parentOf(first?.path ?? '')
  const name = nameOf(folder)
  const isTelling =
    /\p{L}/u.test(name) && others.every((each) => each && parentOf(each.path) === folder)
  return isTelling ? name : ''
}

function Heading(props: BlockProps & { name: string }) {
  const { name, group, pictures, selection, hasPlaces, onToggleAll } = props
  const { first, count } = group
  const own = pictures.slice(first, first + count)
  const place = hasPlaces ? placeOf(own) : ''
  const selected = own.filter((each) => each && selection.paths.has(each.path)).length
  const some = selected > 0 ? 'mixed' : 'false'
  return (
    <div class="month-bar">
      <button
        type="button"
        class="check"
        role="checkbox"
        aria-checked={selected === count ? 'true' : some}
        aria-label={t.app.actionOn({ action: t.app.select, name: listFacts([name, place]) })}
        onClick={() => onToggleAll(first, count)}
      />
      <h2>
        {name} {place && <bdi class="note">{place}</bdi>}
      </h2>
    </div>
  )
}
