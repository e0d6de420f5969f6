import { z } from 'zod'
import { decodeLines, encodeLines } from '../../../lib/checked-lines.ts'
import { FairMap } from '../../../lib/fairness/fair-map.ts'
import type { StateFile } from '../../disk/state-file.ts'
import { isSettled, usageSchema } from '../usage.ts'

const maxSlots = 1000

const slotPickSchema = z.object({
  /** Who it is for: the frame, its conditions and the length of its slots. */
  key: z.string(),
  /** The start of the slot, in milliseconds since 1970. */
  start: z.number(),
  /** The path of the picture. */
  path: z.string(),
  /** When the picture was dealt as far as clients know: the start, unless it replaced another. */
  dealtAt: z.number(),
  /** Whether it was dealt because no picture is of this day. */
  isFallback: z.boolean(),
  usage: usageSchema.default({ owner: '', days: 1, lastDay: 0 }),
})

/** The picture of a slot. */
export type SlotPick = z.infer<typeof slotPickSchema>

/**
 * Keeps the pictures of slots, also over a restart: of 1,000 frames. An owner with many loses those
 * first, and frames that have asked for days go last.
 */
export class SlotTable {
  readonly #file: Pick<StateFile, 'read' | 'write'>
  readonly #picks = new FairMap<string, SlotPick>({
    capacity: maxSlots,
    ownerOf: ({ usage }) => usage.owner,
    isSettled: ({ usage }) => isSettled(usage),
  })
  #isSaved = true

  constructor(file: Pick<StateFile, 'read' | 'write'>) {
    this.#file = file
  }

  /** Reads what an earlier run has saved. A file that is missing or can't be read holds nothing. */
  async read(): Promise<void> {
    const bytes = await this.#file.read().catch(() => undefined)
    for (const pick of decodeLines(bytes, slotPickSchema)) this.#picks.set(pick.key, pick)
  }

  get(key: string): SlotPick | undefined {
    return this.#picks.get(key)
  }

  set(pick: SlotPick): void {
    this.#picks.set(pick.key, pick)
    this.#isSaved = false
  }

  /**
   * Saves the pictures if one has changed.
   * @throws FILE_SYSTEM_ERROR.
   */
  async save(): Promise<void> {
    if (this.#isSaved) return
    this.#isSaved = true
    try {
      await this.#file.write(encodeLines([...this.#picks.values()]))
    } catch (error) {
      this.#isSaved = false
      throw error
    }
  }
}
