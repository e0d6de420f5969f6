import { forward } from '../lib/language.ts'
import { distance, fitted, followFingers, settle, zoomFrom, type Point } from './zoom.ts'
import { useLayoutEffect, useRef } from 'preact/hooks'

/** What gestures lead to. */
interface Reactions {
  /** Says whether there is a picture before (-1) or after (1). */
  canTurn: (step: number) => boolean
  onTurn: (step: number) => void
  onTap: () => void
  onPull: (isDown: boolean) => void
  onZoom: (isZoomed: boolean) => void
  /** The width of the picture in pixels. */
  pixels: number
}

type Gestures = ReturnType<typeof startGestures>

/** How far a finger moves before it is no tap, and how far apart the taps of a double tap may be. */
const [slop, tapSlop] = [8, 40]

/** How long after a tap another one makes it a double tap, in milliseconds. */
const doubleTapMs = 280

/** From which speed on a short movement is enough, in CSS pixels a millisecond. */
const flick = 0.4

/** What a picture can be enlarged to at least, and what a double tap enlarges it to. */
const [leastMost, tapScale] = [4, 2.5]

/** From the middle of a picture to that of the next, in widths of the stage, as in the style. */
const place = 1.05

const middle = { x: 0, y: 0 }

/** Which way a finger turns that has moved across: to the picture after (1) or before (-1). */
const stepOf = (x: number) => (x < 0 ? forward() : -forward())

/** Moves the pictures of a stage with fingers, mouse and wheel, by custom properties of its style. */
function startGestures(stage: HTMLElement, reactions: () => Reactions) {
  const fingers = new Map<number, Point>()
  let kind: 'undecided' | 'turn' | 'pull' | 'pan' | 'pinch' = 'undecided'
  let zoom = fitted
  let start = { ...middle, at: 0 }
  /** How far the row of pictures is moved across, and the picture pulled down. */
  let [turned, pulled] = [0, 0]
  let lastTap: { point: Point; timer: ReturnType<typeof setTimeout> } | undefined

  /** The sizes of the fitted picture and of the stage. */
  const sizes = () => {
    const { clientWidth: width, clientHeight: height } = stage
    const picture = stage.querySelector<HTMLElement>('.current .fit:not([hidden])')
    const size = { width: picture?.offsetWidth ?? width, height: picture?.offsetHeight ?? height }
    return [size, { width, height }] as const
  }
  const pointOf = ({ clientX, clientY }: MouseEvent): Point => {
    const { left, top, width, height } = stage.getBoundingClientRect()
    return { x: clientX - left - width / 2, y: clientY - top - height / 2 }
  }
  const draw = (isGliding: boolean) => {
    const away = Math.max(0, pulled) / stage.clientHeight
    const values = {
      turned: `${turned}px`,
      x: `${zoom.x}px`,
      y: `${zoom.y + Math.max(0, pulled)}px`,
      scale: zoom.scale * (1 - away / 2),
      shade: 1 - away,
    }
    for (const [name, value] of Object.entries(values)) {
      stage.style.setProperty(`--${name}`, `${value}`)
    }
    stage.toggleAttribute('data-gliding', isGliding)
    reactions().onZoom(zoom.scale > 1)
  }
  const rest = () => {
    zoom = settle(zoom, ...sizes())
    turned = pulled = 0
    draw(true)
  }
  /** No picture is enlarged much beyond its pixels. */
  const most = () => Math.max(leastMost, reactions().pixels / sizes()[0].width)
  const grow = (factor: number, from: Point, to = from) => {
    zoom = settle(zoomFrom(zoom, from, to, Math.min(factor, most() / zoom.scale)), ...sizes())
  }
  const tap = (point: Point) => {
    clearTimeout(lastTap?.timer)
    if (lastTap === undefined || distance(lastTap.point, point) > tapSlop) {
      const end = () => {
        lastTap = undefined
        reactions().onTap()
      }
      lastTap = { point, timer: setTimeout(end, doubleTapMs) }
      return
    }
    lastTap = undefined
    if (zoom.scale > 1) zoom = fitted
    else grow(tapScale, point)
    draw(true)
  }
  const kindOf = (x: number, y: number) => {
    const isAcross = Math.abs(x) > Math.abs(y)
    if (zoom.scale === 1) return isAcross ? 'turn' : 'pull'
    // At its edge, what is enlarged gives way to its neighbour.
    const isAtEdge = settle({ ...zoom, x: zoom.x + x }, ...sizes()).x === zoom.x
    return isAcross && isAtEdge ? 'turn' : 'pan'
  }

  const press = (event: PointerEvent) => {
    if (event.button !== 0) return
    stage.setPointerCapture(event.pointerId)
    const point = pointOf(event)
    fingers.set(event.pointerId, point)
    kind = fingers.size > 1 ? 'pinch' : 'undecided'
    start = { ...point, at: event.timeStamp }
    turned = pulled = 0
  }
  const move = (event: PointerEvent) => {
    if (!fingers.has(event.pointerId)) return
    const before = [...fingers.values()]
    const point = pointOf(event)
    fingers.set(event.pointerId, point)
    const [x, y] = [point.x - start.x, point.y - start.y]
    if (kind === 'undecided') {
      if (Math.hypot(x, y) < slop) return
      kind = kindOf(x, y)
    }
    const followed = followFingers(zoom, before, [...fingers.values()])
    if (kind === 'pan') zoom = settle(followed, ...sizes())
    if (kind === 'pinch' && followed.scale <= most()) zoom = followed
    // Where there is no neighbour, the picture follows reluctantly.
    if (kind === 'turn') turned = reactions().canTurn(stepOf(x)) ? x : x / 4
    if (kind === 'pull') pulled = y
    draw(false)
  }
  const release = (event: PointerEvent) => {
    if (!fingers.delete(event.pointerId)) return
    const point = pointOf(event)
    const [x, y] = [point.x - start.x, point.y - start.y]
    const isFast = Math.hypot(x, y) > flick * (event.timeStamp - start.at)
    const isFar = (way: number, enough: number) =>
      event.type === 'pointerup' && Math.abs(way) > (isFast ? 2 * slop : enough)
    const ended = kind
    // The finger that is left moves what two have enlarged.
    kind = 'pan'
    if (ended === 'undecided' && event.type === 'pointerup') return tap(point)
    if (ended === 'turn' && isFar(x, stage.clientWidth / 4) && reactions().canTurn(stepOf(x))) {
      return reactions().onTurn(stepOf(x))
    }
    rest()
    if (ended === 'pull' && isFar(y, 100)) reactions().onPull(y > 0)
  }
  const spin = (event: WheelEvent) => {
    event.preventDefault()
    // Two fingers on a touch pad come as a wheel with Ctrl, in small steps.
    grow(Math.exp(-event.deltaY / (event.ctrlKey ? 100 : 400)), pointOf(event))
    draw(false)
  }
  stage.addEventListener('pointerdown', press)
  stage.addEventListener('pointermove', move)
  stage.addEventListener('pointerup', release)
  stage.addEventListener('pointercancel', release)
  stage.addEventListener('wheel', spin)
  new ResizeObserver(rest).observe(stage)

  return {
    isZoomed: () => zoom.scale > 1,
    /** Lets a neighbour come in that has taken the place of the picture. @param step 0 if it is none. */
    turn: (step: number) => {
      turned = step === 0 ? 0 : turned + step * forward() * place * stage.clientWidth
      zoom = fitted
      draw(false)
      // The browser has to have seen where it begins.
      stage.getBoundingClientRect()
      rest()
    },
    /** Enlarges the picture around its middle, and moves it. */
    zoomBy: (factor: number, way = middle) => {
      grow(factor, middle, way)
      draw(true)
    },
  }
}

/** Binds gestures to the element of the ref that it gives, and turns with the pictures. */
export function useGestures(path: string, index: number, reactions: Reactions) {
  const stage = useRef<HTMLDivElement>(null)
  const gestures = useRef<Gestures | undefined>(undefined)
  const last = useRef({ path, index, reactions })
  useLayoutEffect(() => {
    const step = index - last.current.index
    const isOther = path !== last.current.path
    last.current = { path, index, reactions }
    if (stage.current !== null) {
      gestures.current ??= startGestures(stage.current, () => last.current.reactions)
    }
    if (isOther) gestures.current?.turn(Math.abs(step) === 1 ? step : 0)
  })
  return { stage, gestures }
}
