import { z } from 'zod'
import type { StateFile } from '../../store/state-file.ts'
import { StateLog } from '../../store/state-log.ts'
import { NameMap, usageSchema } from '../name-map.ts'

const maxSlots = 1000

/** How much those may take that were used on one day only, in bytes. */
const maxNewBytes = 512 * 1024

const slotPickSchema = () =>
  z.object({
    /** Who it is for: the frame, its conditions and the length of its slots. */
    key: z.string(),
    /** The start of the slot, in milliseconds since 1970. */
    start: z.number(),
    /** The path of the picture. */
    path: z.string(),
    /** When the picture was dealt as far as clients know: the start, unless it replaced another. */
    dealtAt: z.number(),
    /** How often another picture had been asked for when it was dealt. */
    next: z.int().default(0),
    /** Whether it was dealt because no picture is of this day. */
    isFallback: z.boolean(),
    usage: usageSchema().default({ days: 1, lastDay: 0 }),
  })

/** The picture of a slot. */
export type SlotPick = z.infer<ReturnType<typeof slotPickSchema>>

/** Keeps the pictures of slots, also over a restart: of 1,000 frames. */
export class SlotTable {
  readonly #log: StateLog<ReturnType<typeof slotPickSchema>>
  readonly #picks = new NameMap<SlotPick>({
    capacity: maxSlots,
    newCapacity: maxNewBytes,
    weigh: ({ key, path }) => 128 + key.length + path.length,
    usageOf: ({ usage }) => usage,
  })

  constructor(file: Pick<StateFile, 'read' | 'write' | 'writeAt'>) {
    this.#log = new StateLog(file, { schema: slotPickSchema, keyOf: ({ key }) => key })
  }

  /** Reads what an earlier run has saved. A file that is missing or can't be read holds nothing. */
  async read(): Promise<void> {
    for (const pick of await this.#log.read()) this.#picks.set(pick.key, pick)
  }

  get(key: string): SlotPick | undefined {
    return this.#picks.get(key)
  }

  set(pick: SlotPick): void {
    this.#picks.set(pick.key, pick)
    this.#log.note(pick.key)
  }

  /** Forgets the pictures of a frame. */
  forget(frame: string): void {
    for (const [key] of this.#picks.entries()) {
      if (key.startsWith(`[${JSON.stringify(frame)},`)) this.#picks.delete(key)
    }
    this.#log.noteRemoval()
  }

  /**
   * Saves the pictures that have changed. Gives how many bytes it wrote.
   * @throws FILE_SYSTEM_ERROR.
   */
  save(): Promise<number> {
    return this.#log.prepare(() => [...this.#picks.values()])()
  }
}
