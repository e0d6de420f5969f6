import { z } from 'zod'
import { Table, type TablePlace } from '../store/table.ts'
import { NameMap, usageSchema, type Usage } from './name-map.ts'
import { Round, roundStateSchema } from './round.ts'

/** The round of a frame with conditions. */
interface FrameRound {
  round: Round
  usage: Usage
  /** How much memory it takes, about. */
  bytes: number
}

/** How much memory those may take that were used on one day only, in bytes. */
const maxNewBytes = 4 * 1024 ** 2

/** What a round takes besides a bit for each serial, in bytes. */
const roundBytes = 1024

const lineSchema = () =>
  roundStateSchema().extend({ usage: usageSchema().default({ days: 1, lastDay: 0 }) })

/** Makes what is kept of a round. */
export const frameRound = (round: Round, usage: Usage): FrameRound => ({
  round,
  usage,
  bytes: roundBytes + round.lastSerial / 8,
})

const readRound = ({ usage, ...state }: z.infer<ReturnType<typeof lineSchema>>) =>
  frameRound(new Round(state), usage)

/**
 * Keeps the rounds of 1,000 frames and conditions, also over a restart, so that a frame which is
 * switched off every night still sees every picture. A line that is damaged only starts a new round.
 */
export class RoundTable extends Table<FrameRound> {
  constructor(place: TablePlace) {
    super({
      ...place,
      name: 'rounds.table',
      schema: () => lineSchema().transform(readRound),
      values: new NameMap({
        newCapacity: maxNewBytes,
        weigh: ({ bytes }) => bytes,
        usageOf: ({ usage }) => usage,
      }),
      lineOf: ({ usage, round }, isAll) => ({
        usage,
        ...(isAll ? round.state : round.takeChange()),
      }),
      join: ({ round }, line) => ({ ...line, round: line.round.after(round) }),
      former: {
        name: 'rounds.json',
        schema: () =>
          lineSchema()
            .extend({ frame: z.string(), conditions: z.string() })
            .transform(({ frame, conditions, ...line }) => [
              roundKey(frame, conditions),
              readRound(line),
            ]),
      },
    })
  }

  /** The largest serial that any round knows: its image may be gone, the serial is not free. */
  get lastSerial(): number {
    return Math.max(0, ...Array.from(this.values.values(), ({ round }) => round.lastSerial))
  }

  /** Forgets the rounds of a frame and of its partners. */
  forget(frame: string): void {
    const isOfFrame = (text: string) =>
      [`${frame}/`, `${frame}\n`].some((own) => text.startsWith(own))
    for (const text of this.values.keys()) if (isOfFrame(text)) this.delete(text)
  }
}

/**
 * Says whose round it is: a frame (empty for callers without a name) with conditions, by their key.
 * Frame names hold no slash, so no two share one.
 */
export const roundKey = (frame: string, conditions: string) => `${frame}/${conditions}`
