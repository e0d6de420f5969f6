/** How far back the rate is measured, in milliseconds: it should not follow every short pause. */
const span = 20_000

/** How long to measure before there is a rate, in milliseconds. */
const shortest = 1500

/** Estimates from what was sent lately how long a transfer still takes. */
export class TransferRate {
  #samples: { at: number; bytes: number }[] = []

  /** Forgets what was sent, as after a pause. */
  reset(): void {
    this.#samples = []
  }

  /** @param now in milliseconds. */
  add(bytes: number, now: number): void {
    this.#samples.push({ at: now, bytes })
    this.#samples = this.#samples.filter(({ at }) => now - at <= span)
  }

  /**
   * How long so many bytes take, in milliseconds; `undefined` as long as nobody knows.
   * @param now in milliseconds.
   */
  timeFor(bytes: number, now: number): number | undefined {
    const [first] = this.#samples
    if (first === undefined || now - first.at < shortest) return undefined
    const sent = this.#samples.reduce((sum, sample) => sum + sample.bytes, 0)
    return sent === 0 ? undefined : (bytes * (now - first.at)) / sent
  }
}
