import { Limit } from '../lib/limit.ts'
import type { FactsLog } from './index/facts/facts-log.ts'
import type { Tree } from './index/tree/tree.ts'
import type { RoundsFile } from './shuffle/saved-rounds.ts'
import type { SlotTable } from './shuffle/slots/slot-table.ts'
import type { FrameLog } from './frames/frame-log.ts'
import type { Deck } from './shuffle/deck.ts'

/** How often the state is written at most, in milliseconds: SD cards wear. */
const saveEvery = 30_000

export interface SaverOptions {
  tree: Tree
  deck: Deck
  factsLog: FactsLog
  roundsFile: RoundsFile
  slotTable: SlotTable
  frameLog: FrameLog
  /** Receives failures of saves that nobody waits for. */
  onError: (error: unknown) => void
}

/** Saves what has to outlive a restart, every 30 s at most and at the end; slots' pictures at once. */
export class Saver {
  readonly #options: SaverOptions
  readonly #turns = new Limit(1)
  #timer: ReturnType<typeof setInterval> | undefined
  #savedAt = Number.NEGATIVE_INFINITY

  constructor(options: SaverOptions) {
    this.#options = options
  }

  start(): void {
    const { onError } = this.#options
    this.#timer = setInterval(() => void this.save().catch(onError), saveEvery).unref()
  }

  /**
   * Saves the pictures of slots at once: a frame must get the same one after a crash. The rest waits
   * until the last time is long enough ago.
   */
  saveDeal(): void {
    if (this.#timer === undefined) return
    const isDue = performance.now() - this.#savedAt >= saveEvery
    void (isDue ? this.save() : this.#saveSlots()).catch(this.#options.onError)
  }

  /** Deals that come during a write share the next one: a table without changes is not written. */
  #saveSlots(): Promise<void> {
    return this.#turns.run(() => this.#options.slotTable.save())
  }

  /** Ends the background saves, without a last one. */
  stop(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  /**
   * Saves what has changed since the last time.
   * @param isFinal saves also what is saved less often otherwise.
   * @throws FILE_SYSTEM_ERROR.
   */
  async save(isFinal = false): Promise<void> {
    const { tree, deck, factsLog, roundsFile, slotTable, frameLog } = this.#options
    this.#savedAt = performance.now()
    return this.#turns.run(async () => {
      // First, so that the images saved are never older: an image that the rounds know of and whose
      // serial was not saved would be dealt twice.
      const saveRounds = roundsFile.prepare(deck)
      await factsLog.save(tree)
      await saveRounds()
      await slotTable.save()
      await frameLog.save(isFinal)
    })
  }
}
