import { Store, useStore } from './store.ts'

/** How long a notice is shown, in milliseconds: long enough to be read aloud. */
const shownFor = 8000

/** A sentence about what was just done. */
export class Notice {
  readonly store = new Store()
  text = ''
  #timer: ReturnType<typeof setTimeout> | undefined

  say(text: string): void {
    this.text = text
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.text = ''
      this.store.changed()
    }, shownFor)
    this.store.changed()
  }
}

/** Shows the notice. Its element stays when it is empty, so that screen readers read what comes. */
export function NoticeLine({ notice }: { notice: Notice }) {
  useStore(notice.store)
  return (
    <p class="notice" role="status">
      {notice.text}
    </p>
  )
}
