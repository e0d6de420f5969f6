import { useEffect, useRef, useState } from 'preact/hooks'
import { Dialog } from '../dialogs/dialog.tsx'
import { Button } from '../lib/controls/button.tsx'
import { forward } from '../lib/language.ts'
import { useListener } from '../lib/use-listener.ts'
import { closePicture, nameOf, parentOf, turnToPicture } from '../lib/location.ts'
import { formatDay, listFacts } from '../lib/format-text.ts'
import { t } from '../lib/messages.ts'
import { NoticeLine } from '../lib/controls/notice.tsx'
import type { Model, Picture } from '../service/model.ts'
import { FactsPanel } from '../viewer/facts-panel.tsx'
import { PictureActions } from '../viewer/picture-actions.tsx'
import { Slide } from '../viewer/slide.tsx'
import { useGestures } from '../viewer/gestures.ts'
import type { Point } from '../viewer/zoom.ts'

interface PictureViewProps {
  model: Model
  /** Those that are not loaded yet are `undefined`. */
  pictures: readonly (Picture | undefined)[]
  path: string
}

/** One picture on the whole screen, until it is closed. */
export function PictureView(props: PictureViewProps) {
  const { pictures, path } = props
  const index = pictures.findIndex((each) => each?.path === path)
  const picture = pictures[index]
  const place = useRef(-1)
  if (picture !== undefined) place.current = index
  // It was deleted or moved meanwhile, or is no favourite any more: what follows takes its place.
  useEffect(() => {
    if (picture !== undefined) return
    const at = place.current ?? -1
    turnTo(pictures[at] ?? pictures[at - 1])
  }, [picture === undefined])
  return picture && <Viewer {...props} index={index} picture={picture} />
}

/** Shows a picture in place of the open one; closes that where there is none. */
function turnTo(picture: Picture | undefined): void {
  if (picture === undefined) closePicture()
  else turnToPicture(picture.path)
}

/** How long a mouse rests until the controls fade, in milliseconds. */
const idleMs = 3000

/** How much a key zooms. */
const keyZoom = 1.5

/** Where keys move what is zoomed, in CSS pixels. */
const ways: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: 100, y: 0 },
  ArrowRight: { x: -100, y: 0 },
  ArrowUp: { x: 0, y: 100 },
  ArrowDown: { x: 0, y: -100 },
}

interface ViewerProps extends PictureViewProps {
  index: number
  picture: Picture
}

function Viewer({ model, pictures, path, index, picture }: ViewerProps) {
  const [hasFacts, setFacts] = useState(false)
  /** Whether the controls have faded by themselves, or were put away. */
  const [rest, setRest] = useState<'' | 'idle' | 'bare'>('')
  const [isZoomed, setZoomed] = useState(false)
  /** The path of the picture that is loaded, so that its neighbours may be. */
  const [ready, setReady] = useState('')
  /** By how many degrees pictures are turned on the screen, until the turned files are there. */
  const [angles, setAngles] = useState<Readonly<Record<string, number>>>({})
  const turnBy = (of: string, angle: number) =>
    setAngles((all) => ({ ...all, [of]: (all[of] ?? 0) + angle }))
  const turn = (step: number) => {
    const target = pictures[index + step]
    if (target !== undefined) turnToPicture(target.path)
  }
  const { stage, gestures } = useGestures(path, index, {
    canTurn: (step) => pictures[index + step] !== undefined,
    onTurn: turn,
    onTap: () => setRest(rest === '' ? 'bare' : ''),
    onPull: (isDown) => (isDown && !hasFacts ? closePicture() : setFacts(!isDown)),
    onZoom: setZoomed,
    pixels: picture.dimensions.width,
  })
  useListener('keydown', ({ key, ctrlKey, altKey, metaKey }) => {
    if (ctrlKey || altKey || metaKey || document.querySelector('.viewer dialog')) return
    setRest('')
    const at = gestures.current
    const way = ways[key]
    if (way !== undefined && at?.isZoomed() === true) at.zoomBy(1, way)
    else if (way !== undefined && way.x !== 0) turn(way.x < 0 ? forward() : -forward())
    if (key === 'Home') turn(-index)
    if (key === 'End') turn(pictures.length - 1 - index)
    if (key === '+') at?.zoomBy(keyZoom)
    if (key === '-') at?.zoomBy(1 / keyZoom)
  })
  const idle = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const wake = ({ pointerType }: PointerEvent) => {
    if (pointerType !== 'mouse') return
    clearTimeout(idle.current ?? undefined)
    setRest('')
    idle.current = setTimeout(() => setRest('idle'), idleMs)
  }
  const current = useRef(path)
  current.current = path
  const goOn = () => {
    // Somebody may have turned to another one meanwhile.
    if (current.current === path) turnTo(pictures[index + 1] ?? pictures[index - 1])
  }
  const near = [-1, 0, 1].flatMap((place) => {
    const neighbour = pictures[index + place]
    return neighbour === undefined ? [] : [{ place, neighbour }]
  })
  const turnButton = (label: string, sign: 'back' | 'next', step: number) => (
    <Button
      {...{ label, sign }}
      class="turn"
      disabled={index + step < 0 || index + step === pictures.length}
      onClick={() => turn(step)}
    />
  )
  return (
    <Dialog title={picture.name} class={`viewer ${rest}`} hasAddress onClose={closePicture}>
      <div class="stage" ref={stage} onPointerMove={wake}>
        <div class="track">
          {near.map(({ place, neighbour }) => (
            <Slide
              key={neighbour.path}
              {...{ model, place, isZoomed }}
              picture={neighbour}
              mayLoad={place === 0 || ready === path}
              angle={angles[neighbour.path] ?? 0}
              onReady={() => setReady(neighbour.path)}
              onTurned={(angle) => turnBy(neighbour.path, -angle)}
            />
          ))}
        </div>
      </div>
      <div class="viewer-bar">
        <Button label={t.app.close} sign="close" onClick={closePicture} />
        <p class="name" aria-live="polite">
          <bdi>
            {picture.date === null
              ? picture.name
              : formatDay(picture.date.slice(0, '2024-07-14'.length))}
          </bdi>{' '}
          <bdi class="note">
            {listFacts([nameOf(parentOf(path)), picture.hidden ? t.picture.hidden : ''])}
          </bdi>
        </p>
      </div>
      {turnButton(t.picture.before, 'back', -1)}
      <PictureActions
        {...{ model, picture, hasFacts }}
        onFacts={() => setFacts(!hasFacts)}
        onTurn={(angle) => turnBy(path, angle)}
        onGone={goOn}
      />
      {turnButton(t.picture.next, 'next', 1)}
      {hasFacts && <FactsPanel model={model} picture={picture} onClose={() => setFacts(false)} />}
      <NoticeLine notice={model.notice} />
    </Dialog>
  )
}
