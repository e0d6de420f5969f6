import { useEffect, useRef, useState } from 'hono/jsx/dom'
import { Dialog } from '../dialogs/dialog.tsx'
import { formatDate, formatSize } from '../lib/format-text.ts'
import type { Picture } from './thumbnail.tsx'
import { originalUrl, screenUrl } from './picture-urls.ts'

interface PictureViewProps {
  pictures: readonly Picture[]
  index: number
  onMove: (index: number) => void
  onClose: () => void
}

/** How far a finger has to go to turn to another picture, in CSS pixels. */
const swipeLength = 50

/** One picture on the whole screen, with arrows, swipes and keys to the others. */
export function PictureView({ pictures, index, onMove, onClose }: PictureViewProps) {
  const [hasDetails, setDetails] = useState(false)
  const swipe = useRef<number | undefined>(undefined)
  const go = (step: number) => {
    const next = index + step
    if (next >= 0 && next < pictures.length) onMove(next)
  }
  useEffect(() => {
    const press = ({ key }: KeyboardEvent) => {
      if (key === 'ArrowLeft') go(-1)
      if (key === 'ArrowRight') go(1)
      if (key === 'Home') onMove(0)
      if (key === 'End') onMove(pictures.length - 1)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [index, pictures])
  const picture = pictures[index]
  if (picture === undefined) return null
  const isReadable = picture.dimensions.width > 0
  return (
    <Dialog title={picture.name} class="viewer" onClose={onClose}>
      <div
        class="stage"
        onPointerDown={({ clientX, isPrimary }: PointerEvent) => {
          // A second finger zooms.
          swipe.current = isPrimary ? clientX : undefined
        }}
        onPointerUp={({ clientX }: PointerEvent) => {
          const moved = clientX - (swipe.current ?? clientX)
          if (Math.abs(moved) >= swipeLength) go(moved < 0 ? 1 : -1)
        }}
      >
        {isReadable ? (
          <img
            key={picture.path}
            src={screenUrl(picture.path)}
            alt={picture.name}
            draggable={false}
            // What can't be scaled is shown as it is.
            onError={({ target }: Event) => {
              const file = originalUrl(picture.path)
              if (target instanceof HTMLImageElement && !target.src.endsWith(file))
                target.src = file
            }}
          />
        ) : (
          <p class="message">This file is not a picture that can be shown. “Care” says why.</p>
        )}
      </div>
      <div class="viewer-bar">
        <button
          type="button"
          aria-label="Picture before"
          disabled={index === 0}
          onClick={() => go(-1)}
        >
          ‹
        </button>
        <p class="name" aria-live="polite">
          {picture.name}{' '}
          <span class="note">
            {index + 1} of {pictures.length.toLocaleString()}
          </span>
        </p>
        <button
          type="button"
          aria-label="Next picture"
          disabled={index === pictures.length - 1}
          onClick={() => go(1)}
        >
          ›
        </button>
        <button
          type="button"
          aria-expanded={hasDetails ? 'true' : 'false'}
          onClick={() => setDetails(!hasDetails)}
        >
          Details
        </button>
        <button type="button" onClick={onClose}>
          Close
        </button>
      </div>
      {hasDetails && (
        <dl class="details">
          <dt>Path</dt>
          <dd>{picture.path}</dd>
          <dt>Size</dt>
          <dd>
            {formatSize(picture.size)}
            {isReadable && `, ${picture.dimensions.width} × ${picture.dimensions.height} pixels`}
          </dd>
          <dt>Changed</dt>
          <dd>{formatDate(picture.lastModified)}</dd>
          <dt>File</dt>
          <dd>
            <a href={originalUrl(picture.path)} download={picture.name}>
              Download
            </a>
          </dd>
        </dl>
      )}
    </Dialog>
  )
}
