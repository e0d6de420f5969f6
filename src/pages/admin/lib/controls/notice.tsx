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
  #undo: (() => void) | undefined
  #timer: ReturnType<typeof setInterval> | undefined

  get canUndo(): boolean {
    return this.#undo !== undefined
  }

  say(text: string, undo?: () => void): void {
    this.text = text
    this.#undo = undo
    clearInterval(this.#timer)
    let left = shownFor
    this.#timer = setInterval(() => {
      // It waits for whoever points at it, or has come to its button.
      if (document.querySelector('.notice:is(:hover, :focus-within)') === null) left -= tick
      if (left <= 0) this.#clear()
    }, tick)
    this.changed()
  }

  undo(): void {
    const undo = this.#undo
    this.#undo = undefined
    undo?.()
  }

  #clear(): void {
    clearInterval(this.#timer)
    this.text = ''
    this.#undo = undefined
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
    if (!isUndo || event.shiftKey || isText || !notice.canUndo) return
    event.preventDefault()
    notice.undo()
  })
  return (
    <div class="notice">
      <p role="status">{notice.text}</p>
      {notice.canUndo && <Button label={t.app.undo} onClick={() => notice.undo()} />}
    </div>
  )
}
