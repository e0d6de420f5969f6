import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { forward } from '../lib/language.ts'
import { capitalize } from '../lib/format-text.ts'
import { t } from '../lib/messages.ts'
import { useData } from '../lib/use-data.ts'
import * as urls from '../pictures/grid/picture-urls.ts'
import type { Model, Picture } from '../service/model.ts'

/** How long to wait before asking again for a picture that failed, longer each time, in milliseconds. */
const retryMs = 5000

interface SlideProps {
  model: Model
  picture: Picture
  /** Where it is: 0 for the one in the middle, 1 for the next. */
  place: number
  /** Whether it is its turn to be loaded. */
  mayLoad: boolean
  isZoomed: boolean
  /** By how many degrees it is turned on the screen, until the turned file is there. */
  angle: number
  /** Called once the one in the middle needs nothing more. */
  onReady: () => void
  /** Called when the file that is shown has turned itself, by so many degrees. */
  onTurned: (angle: number) => void
}

/** A picture on the stage: what there is of it at once, then for the screen, then in all its pixels. */
export function Slide(props: SlideProps) {
  const { model, picture, place, mayLoad, isZoomed, angle, onReady, onTurned } = props
  const [shown, setShown] = useState(picture)
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading')
  const [tries, setTries] = useState(0)
  const [preview] = useState(() => ({ of: picture.lastModified, url: urls.previewUrl(picture) }))
  const image = useRef<HTMLImageElement>(null)
  const { width, height } = shown.dimensions
  const isReadable = width > 0
  // Ends the request of a picture that was passed over, so that the one that is seen comes sooner.
  useLayoutEffect(() => () => image.current?.removeAttribute('src'), [])
  useEffect(() => {
    if (place === 0 && (state !== 'loading' || !isReadable)) onReady()
  }, [place, state, isReadable])
  // A file that has changed takes the place of what is shown in one moment, once it is loaded.
  useEffect(() => {
    if (picture.lastModified === shown.lastModified) return
    let isDropped = false
    const next = new Image()
    next.src = urls.screenUrl(picture)
    const show = () => {
      if (isDropped) return
      setShown(picture)
      setState('shown')
      onTurned(angle)
    }
    void next.decode().then(show, show)
    return () => {
      isDropped = true
    }
  }, [picture.lastModified])
  const file = urls.originalUrl(picture.path)
  // The service may be away for a moment.
  const fail = () => {
    setState('failed')
    setTimeout(() => setTries(tries + 1), retryMs * (tries + 1))
  }
  return (
    <div
      class={place === 0 ? 'slide current' : 'slide'}
      style={{ '--place': place * forward() }}
      aria-hidden={place !== 0}
    >
      {!isReadable && place === 0 && <Unreadable model={model} picture={picture} />}
      {state === 'failed' && <p class="message">{t.picture.notLoaded}</p>}
      {isReadable && (
        <div
          key={shown.lastModified}
          hidden={state === 'failed'}
          class={angle % 180 === 0 ? 'fit' : 'fit across'}
          style={{ '--ratio': width / height, rotate: `${angle}deg` }}
        >
          {preview.of === shown.lastModified && <img class="preview" src={preview.url} alt="" />}
          {(mayLoad || state !== 'loading') && (
            <img
              key={tries}
              ref={image}
              class={state}
              src={urls.screenUrl(shown)}
              alt={picture.name}
              decoding="sync"
              draggable={false}
              onLoad={() => setState('shown')}
              onError={({ currentTarget }) => {
                // What can't be scaled is shown as it is.
                if (!currentTarget.src.endsWith(file)) currentTarget.src = file
                else fail()
              }}
            />
          )}
          {place === 0 && isZoomed && Math.max(width, height) > urls.screenSide() && (
            <img src={urls.sharpUrl(shown)} alt="" draggable={false} />
          )}
        </div>
      )}
    </div>
  )
}

/** Why a picture can't be shown. */
function Unreadable({ model, picture }: { model: Model; picture: Picture }) {
  const load = () => model.ask((api) => api.admin.$get())
  const { data: summary, failure } = useData(load, [picture.path])
  const fault = summary?.unreadable.find(({ path }) => path === picture.path)
  if (fault === undefined) return <p class="message">{failure || t.picture.findingOut}</p>
  return <p class="message">{t.status.damaged(capitalize(fault.error))}</p>
}
