import { z } from 'zod'
import type { StateFile } from '../disk/state-file.ts'
import { StateLog } from '../disk/state-log.ts'
import { maxSerial } from '../index/facts/facts-record.ts'
import { textOf, type Deck, type SavedRound } from './deck.ts'
import { usageSchema } from './usage.ts'

const serialSchema = () => z.int().nonnegative().max(maxSerial)

/** What a round of any order is saved as, by the schema of a place in it. */
const stateSchema = <Place extends z.ZodType>(place: Place) =>
  z.object({
    frame: z.string(),
    conditions: z.string(),
    usage: usageSchema().optional(),
    position: place,
    last: z.string().optional(),
    placed: z.string().optional(),
    day: z.int(),
    since: serialSchema(),
    newest: serialSchema().optional(),
    joins: z.array(z.object({ serial: serialSchema(), at: place })),
    returns: z.array(z.object({ hash: z.int(), at: place })),
    departures: z
      .array(z.object({ serials: z.array(z.tuple([serialSchema(), serialSchema()])), at: place }))
      .default([]),
  })

const sortedPlaceSchema = () => z.object({ date: z.number(), path: z.string(), late: z.number() })

const savedRoundSchema = () =>
  z.discriminatedUnion('order', [
    stateSchema(z.number()).extend({ order: z.literal('shuffle'), seed: z.int() }),
    stateSchema(sortedPlaceSchema().nullable()).extend({ order: z.literal('sorted') }),
  ])

/**
 * Keeps the rounds over a restart, so that a frame which is switched off every night still sees
 * every picture. A line that is damaged only starts a new round.
 */
export class RoundsFile {
  readonly #log: StateLog<ReturnType<typeof savedRoundSchema>>

  constructor(file: StateFile) {
    this.#log = new StateLog(file, { schema: savedRoundSchema, keyOf: textOf })
  }

  /** Reads what an earlier run has saved. A file that is missing or can't be read holds nothing. */
  async read(): Promise<SavedRound[]> {
    const rounds = await this.#log.read()
    return rounds.map((round) => ({ ...round, last: round.last }))
  }

  /** Prepares to save the rounds as they stand at the moment of the call, as `StateLog` does. */
  prepare(deck: Deck): () => Promise<number> {
    for (const key of deck.takeChanged()) this.#log.note(key)
    if (deck.hasForgotten) this.#log.noteRemoval()
    deck.hasForgotten = false
    return this.#log.prepare(() => deck.save())
  }
}

/** The largest serial that any of the rounds knows: its image may be gone, the serial is not free. */
export const lastSerialOf = (rounds: readonly SavedRound[]) =>
  rounds.reduce(
    (largest, { since, joins }) => Math.max(largest, since, joins.at(-1)?.serial ?? 0),
    0,
  )
