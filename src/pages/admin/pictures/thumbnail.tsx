import { useLayoutEffect, useRef, useState } from 'hono/jsx/dom'
import type { JSX } from 'hono/jsx/dom/jsx-runtime'
import type { InferResponseType } from 'hono/client'
import { listFacts } from '../lib/format-text.ts'
import { t } from '../lib/messages.ts'
import type { api } from '../service/api.ts'
import { thumbnailUrl } from './picture-urls.ts'

/** A folder as the service lists it. */
export type Listing = Extract<InferResponseType<typeof api.folders.$get>, { success: true }>['data']

/** A picture as the service lists it. */
export type Picture = Listing['images'][number]

/** How long a finger rests on a picture to select it, in milliseconds. */
const holdMs = 450

/** How long to wait before asking again for a thumbnail that failed, in milliseconds. */
const retryMs = 5000

/** How many times it is asked for: the service may have been too busy to make it. */
const maxTries = 5

interface ThumbnailProps {
  picture: Picture
  cell: number
  place: Record<string, string>
  position: number
  total: number
  /** Whether the tab key comes here. */
  isTabStop: boolean
  isSelected: boolean
  isSelecting: boolean
  onOpen: () => void
  onFocus: () => void
  onToggle: (path: string, withRange: boolean) => void
}

/** One picture of the grid. */
export function Thumbnail(props: ThumbnailProps): JSX.Element {
  const { picture, cell, place, position, total, isSelected, isSelecting, onOpen, onToggle } = props
  const { name, favourite, hidden, invitation } = picture
  const from =
    invitation && (invitation.label ? t.invite.fromLabel(invitation.label) : t.invite.fromGuests)
  const tabIndex = props.isTabStop ? 0 : -1
  const [tries, setTries] = useState(0)
  const holding = useRef<{ timer?: ReturnType<typeof setTimeout>; wasHeld: boolean }>({
    wasHeld: false,
  })
  const image = useRef<HTMLImageElement>(null)
  const isReadable = picture.dimensions.width > 0
  // Ends the request of a picture that was scrolled past, so that the visible ones come sooner.
  useLayoutEffect(() => () => image.current?.removeAttribute('src'), [])
  const press = () => {
    const state = holding.current
    if (state === null) return
    state.wasHeld = false
    state.timer = setTimeout(() => {
      state.wasHeld = true
      onToggle(picture.path, false)
    }, holdMs)
  }
  const release = () => clearTimeout(holding.current?.timer)
  const click = (event: MouseEvent) => {
    // The end of a hold is a click, too. The click of a key, whose `detail` is 0, ends none.
    if (holding.current?.wasHeld === true && event.detail > 0) return
    if (event.shiftKey || event.ctrlKey || event.metaKey || isSelecting) {
      onToggle(picture.path, event.shiftKey)
    } else onOpen()
  }
  return (
    <div
      class={`cell ${isSelected ? 'selected' : ''} ${favourite ? 'favourite' : ''} ${hidden ? 'unseen' : ''}`}
      role="listitem"
      style={place}
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
          from ?? '',
        ])}
        onClick={click}
        onPointerDown={press}
        onPointerUp={release}
        onPointerLeave={release}
        onPointerCancel={release}
        onContextMenu={(event: Event) => isSelecting || event.preventDefault()}
      >
        {isReadable && tries < maxTries ? (
          <img
            ref={image}
            key={tries}
            src={thumbnailUrl(picture.path, cell)}
            alt=""
            decoding="async"
            draggable={false}
            onError={() => setTimeout(() => setTries(tries + 1), retryMs)}
          />
        ) : (
          <span class="broken" aria-hidden="true">
            {picture.name}
          </span>
        )}
        {from !== undefined && <span class="from">{from}</span>}
      </button>
      <button
        type="button"
        class="check"
        tabIndex={tabIndex}
        role="checkbox"
        aria-checked={isSelected ? 'true' : 'false'}
        aria-label={t.app.actionOn(t.app.select, picture.name)}
        onClick={(event: MouseEvent) => onToggle(picture.path, event.shiftKey)}
      />
    </div>
  )
}
