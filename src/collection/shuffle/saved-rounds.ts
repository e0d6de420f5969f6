import { z } from 'zod'
import { decodeLines, encodeLines } from '../../lib/checked-lines.ts'
import type { StateFile } from '../disk/state-file.ts'
import type { Deck, SavedRound } from './deck.ts'
import { usageSchema } from './usage.ts'

/** Serials are saved as 32-bit numbers. */
const serialSchema = z
  .int()
  .nonnegative()
  .max(2 ** 31)

/** What a round of any order is saved as, by the schema of a place in it. */
const stateSchema = <Place extends z.ZodType>(place: Place) =>
  z.object({
    frame: z.string(),
    conditions: z.string(),
    usage: usageSchema.optional(),
    position: place,
    last: z.string().optional(),
    day: z.int(),
    since: serialSchema,
    joins: z.array(z.object({ serial: serialSchema, at: place })),
    returns: z.array(z.object({ hash: z.int(), at: place })),
  })

const sortedPlaceSchema = z.object({ date: z.number(), path: z.string(), late: z.number() })

const savedRoundSchema = z.discriminatedUnion('order', [
  stateSchema(z.number()).extend({ order: z.literal('shuffle'), seed: z.int() }),
  stateSchema(sortedPlaceSchema.nullable()).extend({ order: z.literal('sorted') }),
])

/**
 * Keeps the rounds over a restart, so that a frame which is switched off every night still sees
 * every picture. A line for each, the least recently used first: its checksum, and the round as
 * JSON. A line that is damaged only starts a new round.
 */
export class RoundsFile {
  readonly #file: StateFile
  #savedDeals = 0

  constructor(file: StateFile) {
    this.#file = file
  }

  /** Reads what an earlier run has saved. A file that is missing or can't be read holds nothing. */
  async read(): Promise<SavedRound[]> {
    const bytes = await this.#file.read().catch(() => undefined)
    return decodeLines(bytes, savedRoundSchema).map((round) => ({ ...round, last: round.last }))
  }

  /** Prepares to save the rounds as they stand at the moment of the call. */
  prepare(deck: Deck): { save: () => Promise<void> } {
    const { dealt } = deck
    if (dealt === this.#savedDeals) return { save: async () => undefined }
    const text = encodeLines(deck.save())
    return {
      save: async () => {
        await this.#file.write(text)
        this.#savedDeals = dealt
      },
    }
  }
}

/** The largest serial that any of the rounds knows: its image may be gone, the serial is not free. */
export const lastSerialOf = (rounds: readonly SavedRound[]) =>
  rounds.reduce(
    (largest, { since, joins }) => Math.max(largest, since, joins.at(-1)?.serial ?? 0),
    0,
  )
