import { Button } from './button.tsx'
import { t } from '../messages.ts'
import { Store, useStore } from '../store.ts'
import { useListener } from '../use-listener.ts'

/** How long a notice is shown, in milliseconds: long enough to be read aloud. */
const shownFor = 10_000

/** How often the time that is left is counted, in milliseconds. */
const tick = 250

/** A sentence about what was just done, which may be undone. */
export class Notice extends Store {
  text = ''
  /** Takes back what was done, once; nothing where that can't be. */
  undo: (() => void) | undefined
  #timer: ReturnType<typeof setInterval> | undefined

  say(text: string, undo?: () => void): void {
    this.text = text
    const undoOnce = () => {
      this.undo = undefined
      undo?.()
    }
    this.undo = undo && undoOnce
    clearInterval(this.#timer)
    let left = shownFor
    this.#timer = setInterval(() => {
      // It waits for whoever points at it, or has come to its button.
      if (document.querySelector('.notice:is(:hover, :focus-within)') === null) left -= tick
      if (left > 0) return
      clearInterval(this.#timer)
      this.text = ''
      this.undo = undefined
      this.changed()
    }, tick)
    this.changed()
  }
}

/** Shows the notice. Its element stays when it is empty, so that screen readers read what comes. */
export function NoticeLine({ notice }: { notice: Notice }) {
  useStore(notice)
  useListener('keydown', (event) => {
    const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey)
    const { target } = event
    const isText = target instanceof HTMLInputElement && target.type !== 'checkbox'
    if (!isUndo || event.shiftKey || isText || notice.undo === undefined) return
    event.preventDefault()
    notice.undo()
  })
  return (
    <div class="notice">
      <p role="status">{notice.text}</p>
      {notice.undo && <Button label={t.app.undo} onClick={() => notice.undo?.()} />}
    </div>
  )
}
