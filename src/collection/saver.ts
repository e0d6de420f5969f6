import { Mutex } from '../lib/waiting/mutex.ts'
import type { FactsLog } from '../library/facts/facts-log.ts'
import type { Tree } from '../library/tree/tree.ts'
import type { Deck } from '../frames/deck.ts'
import type { SlotTable } from '../frames/slots/slot-table.ts'
import type { FrameLog } from '../frames/frame-log.ts'

/** How long it rests at least between two saves, in milliseconds: SD cards wear. */
const saveEvery = 30_000

/** How soon slots' pictures that can't wait for that are saved again at most, in milliseconds. */
const saveSlotsEvery = 1000

/** How many bytes make it rest a millisecond longer: strangers make up names and conditions. */
const bytesPerRest = 6

interface SaverOptions {
  tree: Tree
  factsLog: FactsLog
  deck: Deck
  slotTable: SlotTable
  frameLog: FrameLog
  /** Receives failures of saves that nobody waits for. */
  onError: (error: unknown) => void
}

/**
 * Saves what has to outlive a restart: 30 s after the last time, later the more that was, and at the
 * end. What `saveSlots` is called for comes sooner.
 */
export class Saver {
  readonly #options: SaverOptions
  readonly #mutex = new Mutex()
  #isRunning = false
  #timer: ReturnType<typeof setTimeout> | undefined
  #dueAt = 0
  #slotsDueAt = 0
  /** Whether slots' pictures can't wait. */
  #hasSlots = false

  constructor(options: SaverOptions) {
    this.#options = options
  }

  start(): void {
    this.#isRunning = true
    this.#dueAt = performance.now() + saveEvery
    this.#schedule()
  }

  /** Has the pictures of slots saved at once: a frame must get the same one after a crash. */
  saveSlots(): void {
    if (this.#hasSlots) return
    this.#hasSlots = true
    this.#schedule()
  }

  /** Ends the background saves, without a last one. */
  stop(): void {
    this.#isRunning = false
    this.#schedule()
  }

  #schedule(): void {
    clearTimeout(this.#timer)
    if (!this.#isRunning) return
    const at = this.#hasSlots ? Math.min(this.#slotsDueAt, this.#dueAt) : this.#dueAt
    const wake = () => void this.#saveDue().catch(this.#options.onError)
    this.#timer = setTimeout(wake, Math.max(at - performance.now(), 0)).unref()
  }

  async #saveDue(): Promise<void> {
    try {
      if (performance.now() >= this.#dueAt) await this.save()
      else await this.#mutex.run(() => this.#saveSlots())
    } finally {
      this.#schedule()
    }
  }

  async #saveSlots(): Promise<number> {
    this.#hasSlots = false
    this.#slotsDueAt = performance.now() + saveSlotsEvery
    return this.#options.slotTable.save()
  }

  /**
   * Saves what has changed since the last time.
   * @param isFinal saves also what is saved less often otherwise.
   * @throws FILE_SYSTEM_ERROR.
   */
  async save(isFinal = false): Promise<void> {
    const { tree, factsLog, deck, frameLog } = this.#options
    this.#dueAt = performance.now() + saveEvery
    return this.#mutex.run(async () => {
      // The rounds as they stand before the images are saved, and written after them: no round that
      // is saved has dealt a serial that is not, or the image would be dealt twice.
      const saveRounds = deck.prepare(() => factsLog.save(tree))
      for (const save of [saveRounds, () => this.#saveSlots(), () => frameLog.save(isFinal)]) {
        this.#dueAt += (await save()) / bytesPerRest
      }
    })
  }
}
