import type { Picture } from '../../service/model.ts'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { listFacts } from '../../lib/format-text.ts'
import { openPicture } from '../../lib/location.ts'
import { t } from '../../lib/messages.ts'
import { ratioOf } from './row-layout.ts'
import { isProvisional, soonestUrl, thumbnailUrl } from './picture-urls.ts'
import type { EndTurn, ThumbnailTurns } from './thumbnail-turns.ts'

/** How long to wait before asking again for a thumbnail that failed, in milliseconds. */
const retryMs = 5000

/** How many times it is asked for: the service may have been too busy to make it. */
const maxTries = 5

export interface ThumbnailProps {
  picture: Picture
  /** Among all pictures. */
  index: number
  /** Where it is, and how large. */
  style: Record<string, string>
  /** How high thumbnails are about, in CSS pixels. */
  height: number
  turns: ThumbnailTurns
  /** Whether pictures go by too fast to load them. */
  isPassing: boolean
  position: number
  total: number
  /** Whether the tab key comes here. */
  isTabStop: boolean
  isSelected: boolean
  isSelecting: boolean
  onFocus: () => void
  onToggle: (path: string, withRange: boolean) => void
}

/** One picture of the grid. */
export function Thumbnail(props: ThumbnailProps) {
  const { picture, index, style, position, total, isSelected, isSelecting, onToggle } = props
  const { name, favourite, hidden } = picture
  const tabIndex = props.isTabStop ? 0 : -1
  const isReadable = picture.dimensions.width > 0
  const click = ({ shiftKey, ctrlKey, metaKey }: MouseEvent) => {
    if (shiftKey || ctrlKey || metaKey || isSelecting) onToggle(picture.path, shiftKey)
    else openPicture(picture.path)
  }
  return (
    <div
      class={`cell ${isSelected ? 'selected' : ''} ${favourite ? 'favourite' : ''} ${hidden ? 'unseen' : ''}`}
      role="listitem"
      data-index={index}
      style={style}
      aria-setsize={total}
      aria-posinset={position}
      onFocusIn={props.onFocus}
    >
      <button
        type="button"
        class="picture"
        tabIndex={tabIndex}
        aria-label={listFacts([
          name,
          isReadable ? '' : t.picture.notShown,
          favourite ? t.picture.marked : '',
          hidden ? t.picture.hidden : '',
        ])}
        onClick={click}
      >
        {isReadable ? <Image key={picture.lastModified} {...props} /> : <Broken name={name} />}
      </button>
      <button
        type="button"
        class="check"
        tabIndex={tabIndex}
        role="checkbox"
        aria-checked={isSelected ? 'true' : 'false'}
        aria-label={t.app.actionOn({ action: t.app.select, name: picture.name })}
        onClick={(event: MouseEvent) => onToggle(picture.path, event.shiftKey)}
      />
    </div>
  )
}

const Broken = ({ name }: { name: string }) => (
  <span class="broken" aria-hidden="true">
    {name}
  </span>
)

/** The picture itself: first what is there of it, then a thumbnail that has to be made. */
function Image({ picture, height, turns, isPassing }: ThumbnailProps) {
  const { path, name, dimensions, lastModified } = picture
  const [tries, setTries] = useState(0)
  const [isMade, setMade] = useState(false)
  const [isWanted, setWanted] = useState(!isPassing)
  const image = useRef<HTMLImageElement>(null)
  const endTurn = useRef<EndTurn>(() => undefined)
  useLayoutEffect(() => setWanted((wanted) => wanted || !isPassing), [isPassing])
  useLayoutEffect(() => {
    if (isWanted) endTurn.current = turns.show()
    return () => endTurn.current()
  }, [isWanted, tries])
  // Ends the request of a picture that was scrolled past, so that the visible ones come sooner.
  useLayoutEffect(() => () => image.current?.removeAttribute('src'), [])
  if (tries >= maxTries) return <Broken name={name} />
  const load = ({ currentTarget: { naturalHeight } }: { currentTarget: HTMLImageElement }) => {
    endTurn.current()
    if (isMade || !isProvisional(naturalHeight, dimensions, height)) return
    endTurn.current = turns.make(() => setMade(true))
  }
  const fail = () => {
    endTurn.current()
    setTimeout(() => {
      setMade(false)
      setTries(tries + 1)
    }, retryMs)
  }
  const urlOf = isMade ? thumbnailUrl : soonestUrl
  return (
    <img
      ref={image}
      key={tries}
      src={isWanted ? urlOf(path, height, lastModified) : undefined}
      alt=""
      class={ratioOf(dimensions) === dimensions.width / dimensions.height ? '' : 'whole'}
      decoding="async"
      draggable={false}
      onLoad={load}
      onError={fail}
    />
  )
}
