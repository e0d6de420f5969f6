/**
 * Knows whether files are on their way: the disk has them by their new path then, and the tree
 * still by the old one. Whoever misses a file waits for the end of the move before the file counts
 * as gone. One move runs at a time.
 */
export class Moves {
  #underWay: Promise<unknown> | undefined

  /** Runs a move, on the disk and in the tree. */
  async run<T>(move: () => Promise<T>): Promise<T> {
    const moving = move()
    const over = moving.catch(() => undefined)
    this.#underWay = over
    try {
      return await moving
    } finally {
      if (this.#underWay === over) this.#underWay = undefined
    }
  }

  /** Waits until the tree has what the disk has. */
  async finished(): Promise<void> {
    await this.#underWay
  }
}
