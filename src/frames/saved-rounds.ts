import { z } from 'zod'
import type { StateFile } from '../store/state-file.ts'
import { StateLog } from '../store/state-log.ts'
import { maxSerial } from '../library/facts/facts-record.ts'
import { SerialSet } from './serial-set.ts'
import { textOf, type Deck, type SavedRound } from './deck.ts'
import { usageSchema } from './name-map.ts'

const serialSchema = () => z.int().nonnegative().max(maxSerial)

const savedRoundSchema = () =>
  z.object({
    frame: z.string(),
    conditions: z.string(),
    usage: usageSchema().optional(),
    last: z.string().optional(),
    day: z.int(),
    since: serialSchema(),
    dealt: z
      .base64()
      .max(maxSerial / 6 + 4)
      .optional(),
    more: z.array(serialSchema()).default([]),
  })

/**
 * Keeps the rounds over a restart, so that a frame which is switched off every night still sees
 * every picture. A line that is damaged only starts a new round.
 */
export class RoundsFile {
  readonly #log: StateLog<ReturnType<typeof savedRoundSchema>>

  constructor(file: StateFile) {
    this.#log = new StateLog(file, { schema: savedRoundSchema, keyOf: textOf, join })
  }

  /** Reads what an earlier run has saved. A file that is missing or can't be read holds nothing. */
  read(): Promise<SavedRound[]> {
    return this.#log.read()
  }

  /** Prepares to save the rounds as they stand at the moment of the call, as `StateLog` does. */
  prepare(deck: Deck): () => Promise<number> {
    const changes = deck.takeChanges()
    for (const change of changes) this.#log.note(textOf(change))
    if (deck.hasForgotten) this.#log.noteRemoval()
    deck.hasForgotten = false
    return this.#log.prepare(() => deck.save(), changes)
  }
}

/** Adds to a round what has come since it was saved. */
const join = (before: SavedRound, line: SavedRound) =>
  line.dealt === undefined
    ? { ...line, dealt: before.dealt, more: [...before.more, ...line.more] }
    : line

/** The largest serial that any of the rounds knows: its image may be gone, the serial is not free. */
export const lastSerialOf = (rounds: readonly SavedRound[]) =>
  rounds.reduce(
    (largest, { since, dealt, more }) =>
      more.reduce(
        (one, other) => Math.max(one, other),
        Math.max(largest, since, new SerialSet(dealt).limit),
      ),
    0,
  )
