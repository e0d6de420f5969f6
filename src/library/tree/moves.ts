/**
 * Knows whether files are on their way: the disk has them by their new path then, and the tree
 * still by the old one. Whoever misses a file waits for the end of the move before the file counts
 * as gone. One move runs at a time.
 */
export class Moves {
  #underWay: Promise<unknown> | undefined

  /** Runs a move, on the disk and in the tree. */
  run<T>(move: () => Promise<T>): Promise<T> {
    const moving = move()
    this.#underWay = moving.catch(() => undefined)
    return moving
  }

  /** Waits until the tree has what the disk has. */
  async finished(): Promise<void> {
    await this.#underWay
  }
}
