import { z } from 'zod'
import type { Clock } from '../lib/clock.ts'
import { imagePath, type Image } from '../library/tree/nodes.ts'
import { Table, type TablePlace } from '../store/table.ts'
import type { Candidates } from './candidates.ts'
import { NameMap, usedAgain } from './name-map.ts'
import { Round, roundStateSchema, type Random } from './round.ts'

/** How much memory those may take that were used on one day only, in bytes. */
const maxNewBytes = 4 * 1024 ** 2

/** An image that was dealt. */
interface Deal {
  readonly image: Image
  readonly round: Round
  /** Its path, and that of the image that the frame was given before. */
  readonly path: string
  readonly pathBefore: string | undefined
}

/**
 * Deals images without repeats. Each pair of a frame and conditions has its own rounds, of which
 * 1,000 are kept, also over a restart, so that a frame which is switched off every night still sees
 * every picture. Where a line is damaged, some only come again.
 */
export class Deck extends Table<Round> {
  readonly #random: Random
  readonly #clock: Clock

  constructor(place: TablePlace, random: Random, clock: Clock) {
    super({
      ...place,
      name: 'rounds.table',
      schema: () => roundStateSchema().transform((state) => new Round(state)),
      values: new NameMap({
        newCapacity: maxNewBytes,
        weigh: ({ bytes }) => bytes,
        usageOf: ({ usage }) => usage,
      }),
      lineOf: (round, isAll) => (isAll ? round.state : round.takeChange()),
      join: (before, line) => line.after(before),
      former: {
        name: 'rounds.json',
        schema: () =>
          roundStateSchema()
            .extend({ frame: z.string(), conditions: z.string() })
            .transform(({ frame, conditions, ...state }) => [
              roundKey(frame, conditions),
              new Round(state),
            ]),
      },
    })
    this.#random = random
    this.#clock = clock
  }

  /**
   * Deals the next image to a frame: all candidates before any again, and never the same one twice
   * in a row where there are two. An image that the frame is not given has to be told of, by `refuse`
   * or `putBack`.
   * @param key of the rounds, by `roundKey`.
   * @param heldBack images that the frame can't be given for the moment.
   * @returns `undefined` when there is no other image.
   */
  deal(key: string, candidates: Candidates, heldBack: ReadonlySet<Image>): Deal | undefined {
    const { conditions, day, lastSerial } = candidates
    const known = this.get(key)
    const usage = usedAgain(known?.usage, this.#clock())
    const pathBefore = known?.last
    // Pictures of this day are others tomorrow.
    const isOver = conditions.fallback !== undefined && known?.day !== day
    let round = isOver ? undefined : known
    let image = round?.deal(candidates, this.#random, heldBack)
    if (round === undefined || image === undefined) {
      round = new Round({ last: pathBefore, day, since: lastSerial, more: [], usage })
      image = round.deal(candidates, this.#random, heldBack)
    }
    if (image === undefined) return undefined
    if (round.last === pathBefore) {
      // The picture that the frame was given last comes after another one, where there is one.
      const other = round.deal(candidates, this.#random, heldBack)
      if (other !== undefined) round.putBack(image)
      image = other ?? image
    }
    round.usage = usage
    if (round === known) this.note(key)
    else this.set(key, round)
    return { image, round, path: imagePath(image), pathBefore }
  }

  /** Notes that the frame was not given an image, which counts as dealt. */
  refuse({ round, path, pathBefore }: Deal): void {
    // The next round must not begin with the picture that the frame was given last.
    if (round.last === path) round.last = pathBefore
  }

  /** Notes that the frame was not given an image, which is dealt again in the same round. */
  putBack(deal: Deal): void {
    this.refuse(deal)
    deal.round.putBack(deal.image)
  }

  /** The largest serial that any round knows: its image may be gone, the serial is not free. */
  get lastSerial(): number {
    return Math.max(0, ...Array.from(this.values.values(), (round) => round.lastSerial))
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
