/** How many thumbnails are made at a time for one page. A browser has six connections to a service. */
const maxMade = 4

/** Ends a turn; after the first time it does nothing. */
export type EndTurn = () => void

/** Lets every thumbnail that is there be shown before others are made. */
export class ThumbnailTurns {
  #shown = 0
  #made = 0
  readonly #waiting = new Set<() => void>()

  /** A thumbnail is asked for as it is. */
  show(): EndTurn {
    this.#shown += 1
    return this.#ending(() => (this.#shown -= 1))
  }

  /** Has a thumbnail made as soon as it is its turn. */
  make(start: () => void): EndTurn {
    let isMade = false
    const begin = () => {
      isMade = true
      start()
    }
    this.#waiting.add(begin)
    this.#go()
    return this.#ending(() => (isMade ? (this.#made -= 1) : this.#waiting.delete(begin)))
  }

  #ending(end: () => unknown): EndTurn {
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      end()
      this.#go()
    }
  }

  #go(): void {
    for (const begin of this.#waiting) {
      if (this.#shown > 0 || this.#made >= maxMade) return
      this.#waiting.delete(begin)
      this.#made += 1
      begin()
    }
  }
}
