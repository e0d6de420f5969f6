import { useRef, useState } from 'hono/jsx/dom'
import { Dialog } from '../dialogs/dialog.tsx'
import { capitalize, formatDate, formatSize, listFacts } from '../lib/format-text.ts'
import { forward } from '../lib/language.ts'
import { t } from '../lib/messages.ts'
import { useData } from '../lib/use-data.ts'
import { useEffect } from '../lib/use-effect.ts'
import { useTask } from '../lib/use-task.ts'
import { NoticeLine } from '../lib/notice.tsx'
import { ShowOnDialog } from '../frames/show-dialogs.tsx'
import type { Marks, Model } from '../service/model.ts'
import type { Picture } from './thumbnail.tsx'
import { originalUrl, screenUrl } from './picture-urls.ts'
import { useDeletion } from './use-deletion.tsx'
import { Button } from '../lib/button.tsx'

interface PictureViewProps {
  model: Model
  pictures: readonly Picture[]
  path: string
  onMove: (path: string) => void
  onClose: () => void
}

/** How far a finger has to go to turn to another picture, in CSS pixels. */
const swipeLength = 50

/** One picture on the whole screen, with arrows, swipes and keys to the others. */
export function PictureView({ model, pictures, path, onMove, onClose }: PictureViewProps) {
  const [hasDetails, setDetails] = useState(false)
  const [isShowing, setShowing] = useState(false)
  const { failure, isBusy, run } = useTask()
  const swipe = useRef<number | undefined>(undefined)
  const index = pictures.findIndex((each) => each.path === path)
  const goTo = (next: number) => {
    const target = pictures[next]
    if (target !== undefined) onMove(target.path)
  }
  const current = useRef(path)
  current.current = path
  const { deleteImages, isAsking, question } = useDeletion(model, () => {
    // Somebody may have turned to another one meanwhile.
    if (current.current !== path) return
    const neighbour = pictures[index + 1] ?? pictures[index - 1]
    if (neighbour === undefined) onClose()
    else onMove(neighbour.path)
  })
  const hasDialog = isShowing || isAsking
  useEffect(() => {
    const press = ({ key }: KeyboardEvent) => {
      if (hasDialog) return
      if (key === 'ArrowLeft') goTo(index - forward())
      if (key === 'ArrowRight') goTo(index + forward())
      if (key === 'Home') goTo(0)
      if (key === 'End') goTo(pictures.length - 1)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [index, pictures, hasDialog])
  // Somebody else may have deleted or moved it meanwhile.
  useEffect(() => {
    if (index === -1) onClose()
  }, [index])
  const picture = pictures[index]
  if (picture === undefined) return null
  const { favourite, hidden } = picture
  const mark = (marks: Marks) => void run(() => model.markImages([picture.path], marks))
  return (
    <Dialog title={picture.name} class="viewer" onClose={onClose}>
      <div class="viewer-bar">
        <p class="name" aria-live="polite">
          <bdi>{picture.name}</bdi>{' '}
          <bdi class="note">{t.picture.place(index + 1, pictures.length)}</bdi>
        </p>
        <Button label={t.app.close} onClick={onClose} />
      </div>
      <div
        class="stage"
        onPointerDown={({ clientX, isPrimary }: PointerEvent) => {
          // A second finger zooms.
          swipe.current = isPrimary ? clientX : undefined
        }}
        onPointerUp={({ clientX }: PointerEvent) => {
          const moved = clientX - (swipe.current ?? clientX)
          if (Math.abs(moved) >= swipeLength) goTo(index + (moved < 0 ? forward() : -forward()))
        }}
      >
        <Stage key={picture.path} model={model} picture={picture} />
      </div>
      {hasDetails && <Details picture={picture} />}
      <p role="alert">{failure}</p>
      <NoticeLine notice={model.notice} />
      {/* The arrows are at both ends: within reach of either hand's thumb. */}
      <div class="viewer-bar doing">
        <Button
          label="‹"
          class="turn"
          spoken={t.picture.before}
          disabled={index === 0}
          onClick={() => goTo(index - 1)}
        />
        <div class="buttons steering">
          <Button
            label={`${favourite ? '♥' : '♡'}\uFE0E`}
            class="heart"
            spoken={t.picture.favourite}
            isOn={favourite}
            disabled={isBusy}
            onClick={() => mark({ favourite: !favourite })}
          />
          <Button
            label={t.picture.showOn}
            disabled={picture.dimensions.width === 0}
            onClick={() => setShowing(true)}
          />
          <Button
            label={t.picture.hide}
            isOn={hidden}
            disabled={isBusy}
            onClick={() => mark({ hidden: !hidden })}
          />
        </div>
        <div class="buttons">
          <Button
            label={t.picture.details}
            isOpen={hasDetails}
            onClick={() => setDetails(!hasDetails)}
          />
          <Button
            label={t.app.delete}
            class="danger"
            disabled={isBusy}
            onClick={() => void run(() => deleteImages([path]))}
          />
        </div>
        <Button
          label="›"
          class="turn"
          spoken={t.picture.next}
          disabled={index === pictures.length - 1}
          onClick={() => goTo(index + 1)}
        />
      </div>
      {isShowing && (
        <ShowOnDialog model={model} path={picture.path} onClose={() => setShowing(false)} />
      )}
      {question}
    </Dialog>
  )
}

/** The picture itself, or why it can't be shown. */
function Stage({ model, picture }: { model: Model; picture: Picture }) {
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading')
  if (picture.dimensions.width === 0) return <Unreadable model={model} picture={picture} />
  const file = originalUrl(picture.path)
  return (
    <>
      {state === 'loading' && <p class="message">{t.app.loading}</p>}
      {state === 'failed' && <p class="message">{t.picture.notLoaded}</p>}
      {state !== 'failed' && (
        <img
          src={screenUrl(picture.path)}
          alt={picture.name}
          draggable={false}
          onLoad={() => setState('shown')}
          onError={({ target }: Event) => {
            // What can't be scaled is shown as it is.
            if (target instanceof HTMLImageElement && !target.src.endsWith(file)) target.src = file
            else setState('failed')
          }}
        />
      )}
    </>
  )
}

function Unreadable({ model, picture }: { model: Model; picture: Picture }) {
  const { data: summary, failure } = useData(() => model.summary(), [picture.path])
  const fault = summary?.unreadable.find(({ path }) => path === picture.path)
  if (fault === undefined) {
    return <p class="message">{failure || t.picture.findingOut}</p>
  }
  return <p class="message">{t.status.damaged(capitalize(fault.error))}</p>
}

function Details({ picture }: { picture: Picture }) {
  const { width, height } = picture.dimensions
  return (
    <dl class="details">
      <dt>{t.picture.path}</dt>
      <dd>{picture.path}</dd>
      <dt>{t.picture.size}</dt>
      <dd>
        {listFacts([formatSize(picture.size), width > 0 ? t.picture.pixels(width, height) : ''])}
      </dd>
      {picture.taken !== null && (
        <>
          <dt>{t.picture.taken}</dt>
          <dd>{formatDate(picture.taken)}</dd>
        </>
      )}
      <dt>{t.picture.changed}</dt>
      <dd>{formatDate(picture.lastModified)}</dd>
      <dt>{t.picture.file}</dt>
      <dd>
        <a href={originalUrl(picture.path)} download={picture.name}>
          {t.app.download}
        </a>
      </dd>
    </dl>
  )
}
